/** How many requests of an operation the service has answered, as its log tells: a browser does not tell a page of all it asks for. */
export const answered = (log: string, operation: string): number => log.split(`"operation":"${operation}"`).length - 1

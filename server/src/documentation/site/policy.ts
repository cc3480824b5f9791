/** The policy of a page that is exported. A `meta` element cannot restrict frames. */
export const exportPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The Content-Security-Policy of the site: only its own files, and nothing inline. */
export const documentationPolicy = `${exportPolicy}; frame-ancestors 'none'`

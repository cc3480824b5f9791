-- Locks: none that another transaction waits for (a new table).

-- Where work that waits in a row continues its trace: a nudge that is scheduled, is retried or waits for its delivery report, and a
-- webhook delivery that is retried. `id` is that of the row. Written only by processes with tracing on. The context is a W3C
-- traceparent: random numbers and a flag.
create table trace_contexts (
  id uuid primary key,
  context text not null check (length(context) = 55),
  stored_at timestamptz not null
);
create index trace_contexts_stored_at on trace_contexts (stored_at);

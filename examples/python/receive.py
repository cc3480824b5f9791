"""Receives webhooks of Tidings: python3 receive.py"""

import json
import os
import signal
import sqlite3
import sys
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tidings import is_signed

SECRET = os.environ["TIDINGS_WEBHOOK_SECRET"]
DATABASE = os.environ.get("EVENTS_DATABASE", "events.sqlite")
MAX_BODY_BYTES = 256 * 1024
# Tidings can send an event again for 30 days.
RETENTION_DAYS = 31

events_arrived = threading.Event()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Ends a connection that sends nothing, so that it does not occupy a thread.
    timeout = 15

    def do_POST(self) -> None:
        status = self.receive()
        if status != 204:
            # The rest of the body is not read, so the connection cannot be used again.
            self.close_connection = True
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
            self.send_header("Connection", "close")
        self.end_headers()
        if status == 204:
            events_arrived.set()

    def receive(self) -> int:
        if self.path != "/webhooks/tidings":
            return 404
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            return 411
        if int(length) > MAX_BODY_BYTES:
            return 413
        raw_body = self.rfile.read(int(length))
        if not is_signed(raw_body, self.headers.get("X-Service-Signature", ""), SECRET, time.time()):
            return 400
        store(raw_body.decode())
        return 204

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing for each request."""


def store(body: str) -> None:
    """Stores an event before the response. A duplicate has the same id and changes nothing."""
    event = json.loads(body)
    with closing(connect()) as database, database:
        database.execute(
            "insert into events (id, occurred_at, body) values (?, ?, ?) on conflict do nothing",
            (event["id"], event["occurred_at"], body),
        )


def connect() -> sqlite3.Connection:
    return sqlite3.connect(DATABASE, timeout=5)


def create_table() -> None:
    with closing(connect()) as database, database:
        database.execute("pragma journal_mode = wal")
        database.execute(
            """create table if not exists events (
                 id text primary key,
                 occurred_at text not null,
                 body text not null,
                 stored_at integer not null default (strftime('%s', 'now')),
                 handled integer not null default 0
               )"""
        )
        database.execute(
            "delete from events where handled = 1 and stored_at < ?", (time.time() - RETENTION_DAYS * 86_400,)
        )


def handle_events() -> None:
    """Runs in a thread of its own. Events of an earlier process come first; a failed one is tried again after a minute."""
    while True:
        with closing(connect()) as database:
            pending = "select id, body from events where handled = 0 order by occurred_at"
            for event_id, body in database.execute(pending).fetchall():
                try:
                    handle_event(json.loads(body))
                except Exception as error:
                    print(f"{event_id} is not handled and will be tried again: {error!r}", file=sys.stderr, flush=True)
                    continue
                with database:
                    database.execute("update events set handled = 1 where id = ?", (event_id,))
        events_arrived.wait(timeout=60)
        events_arrived.clear()


def handle_event(event: dict) -> None:
    """What the shop does with an event. Replace it with your own: here it prints a line about the order."""
    data = event["data"]
    match event["type"]:
        case "message.delivered":
            line = "the email was delivered"
        case "message.opened":
            line = "the customer read the message"
        case "message.bounced":
            line = f"the email bounced ({data['bounce_type']})"
        case "message.failed" | "message.not_sent":
            line = f"the email was not delivered ({data['reason']})"
        case "sms.delivered" | "whatsapp.delivered":
            line = f"delivered to the phone for {data['credits']} credits"
        case "sms.failed" | "sms.rejected" | "whatsapp.failed" | "whatsapp.rejected":
            line = f"not delivered to the phone ({data['error_code']})"
        case _:
            # Types that this shop does not use, and types that are added later.
            return
    print(f"{data['reference']}: {line}", flush=True)


def main() -> None:
    create_table()
    server = ThreadingHTTPServer((os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "4000"))), Receiver)
    # shutdown() waits for the loop of serve_forever, so it must run in another thread.
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"receiving webhooks on port {server.server_port}", flush=True)
    threading.Thread(target=handle_events, daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()

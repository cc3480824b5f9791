"""Pushes that an order has shipped: python3 push.py A-1001 ada@example.com"""

import os
import sys

from tidings import TidingsError, push


def main() -> int:
    order_number, email = sys.argv[1:]
    message = {
        "recipient_email": email,
        "subject": f"Your order {order_number} has shipped",
        "body": f"It is on its way: https://shop.example/orders/{order_number}",
        "reference": order_number,
        "order_status": "shipped",
    }
    try:
        # The key names the fact. A process that restarts computes the same key.
        result = push(
            message,
            f"order-{order_number}-shipped",
            url=os.environ["TIDINGS_URL"],
            api_key=os.environ["TIDINGS_API_KEY"],
        )
    except TidingsError as error:
        print(f"{order_number} was not pushed: {error}", file=sys.stderr)
        return 1
    skipped = (result["email"] or {}).get("skipped_reason")
    print(f"{order_number} is stored as {result['id']}" + (f", without an email: {skipped}" if skipped else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())

<?php

namespace Tidings\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** What Tidings gets about an order. */
final class Order_Update {

	/** The statuses of WooCommerce, and those that common plugins add. Other statuses are not news for the customer. */
	private const ORDER_STATUSES = array(
		'processing'       => 'confirmed',
		'shipped'          => 'shipped',
		'completed'        => 'shipped',
		'ready-for-pickup' => 'ready_for_pickup',
		'delivered'        => 'delivered',
		'cancelled'        => 'cancelled',
		'refunded'         => 'refunded',
	);

	/** The order_status of Tidings for a status of WooCommerce. Null: no update is pushed. */
	public static function order_status( string $status ): ?string {
		/**
		 * Filters the order_status for a status of WooCommerce, for shops with statuses of their own.
		 *
		 * @param string|null $order_status Null to push no update.
		 * @param string      $status       The status of WooCommerce, without `wc-`.
		 */
		return apply_filters( 'tidings_order_status', self::ORDER_STATUSES[ $status ] ?? null, $status );
	}

	/** @return array<string, mixed> The body of a push. */
	public static function message( \WC_Order $order, string $order_status ): array {
		$channels = Settings::all()['channels'];
		$phone    = $order->get_billing_phone();
		$message  = array(
			'recipient_email' => $order->get_billing_email(),
			'subject'         => self::subject( $order_status, $order->get_order_number() ),
			'body'            => self::body( $order ),
			// An order number can contain any character, a reference only these.
			'reference'       => preg_replace( '~[^A-Za-z0-9#\-_./]~', '-', $order->get_order_number() ),
			'order_status'    => $order_status,
			'channels'        => array_merge( array( 'email' ), $channels ),
		);
		if ( array() !== $channels && '' !== $phone ) {
			$message['recipient_phone'] = $phone;
		}
		/**
		 * Filters the body of a push, for example to add `whatsapp_opt_in` from a field of the checkout.
		 *
		 * @param array     $message The body of a push.
		 * @param \WC_Order $order   The order.
		 */
		return apply_filters( 'tidings_message', $message, $order );
	}

	private static function subject( string $order_status, string $number ): string {
		$subject = match ( $order_status ) {
			/* translators: %s: order number */
			'confirmed' => __( 'Your order %s is confirmed', 'tidings-for-woocommerce' ),
			/* translators: %s: order number */
			'shipped' => __( 'Your order %s is on its way', 'tidings-for-woocommerce' ),
			/* translators: %s: order number */
			'ready_for_pickup' => __( 'Your order %s is ready for pickup', 'tidings-for-woocommerce' ),
			/* translators: %s: order number */
			'delivered' => __( 'Your order %s was delivered', 'tidings-for-woocommerce' ),
			/* translators: %s: order number */
			'cancelled' => __( 'Your order %s is cancelled', 'tidings-for-woocommerce' ),
			/* translators: %s: order number */
			'refunded' => __( 'Your order %s was refunded', 'tidings-for-woocommerce' ),
			/* translators: %s: order number */
			default => __( 'News about your order %s', 'tidings-for-woocommerce' ),
		};
		return sprintf( $subject, $number );
	}

	private static function body( \WC_Order $order ): string {
		/* translators: %s: address of a page */
		return sprintf( __( 'All details of your order: %s', 'tidings-for-woocommerce' ), $order->get_view_order_url() );
	}
}

<?php

namespace Tidings\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Receives the events of Tidings and writes what reached the customer as notes of the order. */
final class Webhook {

	public const REST_NAMESPACE = 'tidings/v1';
	public const ROUTE          = '/webhook';
	public const HOOK           = 'tidings_event';
	private const EVENTS_META   = '_tidings_event_ids';

	private const MAX_BODY_BYTES    = 262_144;
	private const TOLERANCE_SECONDS = 300;
	/** An event can arrive before the response of the push whose message it is about. */
	private const MAX_ATTEMPTS  = 5;
	private const RETRY_SECONDS = 300;

	public static function register(): void {
		add_action( 'rest_api_init', array( self::class, 'register_route' ) );
		add_action( self::HOOK, array( self::class, 'run' ) );
	}

	public static function register_route(): void {
		register_rest_route(
			self::REST_NAMESPACE,
			self::ROUTE,
			array(
				'methods'             => 'POST',
				'callback'            => array( self::class, 'receive' ),
				// Tidings has no account of this shop. The signature is checked first.
				'permission_callback' => '__return_true',
			)
		);
	}

	/** Schedules the event and responds. The work runs in the background. */
	public static function receive( \WP_REST_Request $request ): \WP_REST_Response {
		$raw_body = $request->get_body();
		if ( strlen( $raw_body ) > self::MAX_BODY_BYTES ) {
			return new \WP_REST_Response( null, 413 );
		}
		$secret = Settings::all()['webhook_secret'];
		if ( '' === $secret || ! self::is_signed( $raw_body, (string) $request->get_header( 'x_service_signature' ), $secret, time() ) ) {
			return new \WP_REST_Response( null, 400 );
		}
		$event = json_decode( $raw_body, true );
		$note  = self::note( $event );
		// Types that have no note, and types that are added later.
		if ( null !== $note && isset( $event['data']['message_id'] ) ) {
			// Only what the note needs is stored, and not the address of the customer.
			$job = array(
				'event_id'   => $event['id'],
				'message_id' => $event['data']['message_id'],
				'note'       => $note,
				'attempt'    => 1,
			);
			as_enqueue_async_action( self::HOOK, array( $job ), ACTION_GROUP );
		}
		return new \WP_REST_Response( null, 204 );
	}

	/** @param array{event_id: string, message_id: string, note: string, attempt: int} $job */
	public static function run( array $job ): void {
		$orders = wc_get_orders(
			array(
				'limit'      => 1,
				'meta_key'   => Push::MESSAGE_META, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key
				'meta_value' => $job['message_id'], // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value
			)
		);
		$order  = $orders[0] ?? null;
		if ( null === $order ) {
			// Messages that were pushed by another program of the shop are never found.
			if ( $job['attempt'] < self::MAX_ATTEMPTS ) {
				++$job['attempt'];
				as_schedule_single_action( time() + self::RETRY_SECONDS, self::HOOK, array( $job ), ACTION_GROUP );
			}
			return;
		}
		// Tidings repeats an event with the same id. Action Scheduler runs one batch at a time, so two copies do not race.
		$event_ids = $order->get_meta( self::EVENTS_META ) ?: array();
		if ( in_array( $job['event_id'], $event_ids, true ) ) {
			return;
		}
		$order->update_meta_data( self::EVENTS_META, array( ...$event_ids, $job['event_id'] ) );
		$order->save_meta_data();
		$order->add_order_note( $job['note'] );
	}

	/** The note for an event, or null if the staff need none. */
	private static function note( mixed $event ): ?string {
		$data = $event['data'] ?? array();
		return match ( $event['type'] ?? null ) {
			'message.delivered' => __( 'Tidings: email delivered to the customer.', 'tidings-for-woocommerce' ),
			'message.opened' => __( 'Tidings: the customer read the update.', 'tidings-for-woocommerce' ),
			'message.bounced' => __( 'Tidings: the email bounced.', 'tidings-for-woocommerce' ),
			'message.complained' => __( 'Tidings: the customer marked the email as spam.', 'tidings-for-woocommerce' ),
			'message.failed', 'message.not_sent' => sprintf(
				/* translators: %s: reason */
				__( 'Tidings: email not delivered (%s).', 'tidings-for-woocommerce' ),
				$data['reason']
			),
			'sms.delivered' => __( 'Tidings: text delivered to the customer.', 'tidings-for-woocommerce' ),
			'whatsapp.delivered' => __( 'Tidings: WhatsApp message delivered to the customer.', 'tidings-for-woocommerce' ),
			'sms.failed', 'sms.rejected' => sprintf(
				/* translators: %s: error code */
				__( 'Tidings: text not delivered (%s).', 'tidings-for-woocommerce' ),
				$data['error_code']
			),
			'whatsapp.failed', 'whatsapp.rejected' => sprintf(
				/* translators: %s: error code */
				__( 'Tidings: WhatsApp message not delivered (%s).', 'tidings-for-woocommerce' ),
				$data['error_code']
			),
			default => null,
		};
	}

	/** The HMAC covers the time, a dot and the bytes that arrived. A rotation of the secret adds a second v1. */
	private static function is_signed( string $raw_body, string $header, string $secret, int $now ): bool {
		$signed_at  = '';
		$signatures = array();
		foreach ( explode( ',', $header ) as $part ) {
			[ $name, $value ] = explode( '=', $part, 2 ) + array( 1 => '' );
			if ( 't' === $name ) {
				$signed_at = $value;
			} elseif ( 'v1' === $name ) {
				$signatures[] = $value;
			}
		}
		if ( ! ctype_digit( $signed_at ) || abs( $now - (int) $signed_at ) > self::TOLERANCE_SECONDS ) {
			return false;
		}
		$expected = hash_hmac( 'sha256', "$signed_at.$raw_body", $secret );
		return array_filter( $signatures, static fn ( string $given ): bool => hash_equals( $expected, $given ) ) !== array();
	}
}

<?php

namespace Tidings\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Pushes an update after a change of the status of an order, in the background, until the outcome is known. */
final class Push {

	public const HOOK         = 'tidings_push';
	public const MESSAGE_META = '_tidings_message_id';
	/** The delays before the second and further attempts. Together they stay within the life of an idempotency key. */
	private const RETRY_DELAYS = array( 60, 300, 900, 3600, 7200, 14400, 28800 );
	/** After a day a repetition with the same key would be a second push. */
	private const KEY_LIFETIME_SECONDS = 86_400;

	public static function register(): void {
		add_action( 'woocommerce_order_status_changed', array( self::class, 'schedule' ), 10, 4 );
		add_action( self::HOOK, array( self::class, 'run' ) );
	}

	/** Runs in the request that changes the order, so it only schedules. */
	public static function schedule( int $order_id, string $from, string $to, \WC_Order $order ): void {
		if ( ! Settings::can_push() || null === Order_Update::order_status( $to ) || '' === $order->get_billing_email() ) {
			return;
		}
		$now = time();
		$job = array(
			'order_id'   => $order_id,
			'status'     => $to,
			// Computed once for a change, and the same for every attempt. Two shops can push with one key, so the site is a part of it.
			'key'        => sprintf( 'woocommerce-%s-%d-%s-%s-%d', self::site(), $order_id, $from, $to, $now ),
			'changed_at' => $now,
			'attempt'    => 1,
		);
		as_enqueue_async_action( self::HOOK, array( $job ), ACTION_GROUP );
	}

	/** @param array{order_id: int, status: string, key: string, changed_at: int, attempt: int} $job */
	public static function run( array $job ): void {
		$order = wc_get_order( $job['order_id'] );
		// A status that is no longer true is not news. The change that replaced it has an action of its own.
		if ( ! $order instanceof \WC_Order || $order->get_status() !== $job['status'] ) {
			return;
		}
		$order_status = Order_Update::order_status( $job['status'] );
		if ( ! Settings::can_push() || null === $order_status ) {
			return;
		}
		$message = Order_Update::message( $order, $order_status );
		$outcome = self::send( $message, $job['key'] );
		if ( 'invalid_phone' === $outcome['kind'] ) {
			// A number that does not exist must not cost the customer the update. The refused request left the key unspent.
			unset( $message['recipient_phone'] );
			$outcome = self::send( $message, $job['key'] );
		}
		match ( $outcome['kind'] ) {
			'stored'  => self::record( $order, $message, $outcome['result'] ),
			'retry'   => self::retry( $order, $job, $outcome['after_seconds'] ),
			'known'   => null,
			default => self::note_failure( $order, $outcome['code'] ),
		};
	}

	/** @return array{kind: string, result?: array, code?: string, after_seconds?: int} */
	private static function send( array $message, string $key ): array {
		$settings = Settings::all();
		$response = wp_remote_post(
			$settings['url'] . '/api/v1/messages',
			array(
				'timeout'     => 15,
				'redirection' => 0,
				'headers'     => array(
					'Authorization'   => 'Bearer ' . $settings['api_key'],
					'Content-Type'    => 'application/json',
					'Idempotency-Key' => $key,
				),
				'body'        => wp_json_encode( $message ),
			)
		);
		// Without a response the update may be stored. The same key makes the repetition safe.
		if ( is_wp_error( $response ) ) {
			return array( 'kind' => 'retry', 'after_seconds' => 0 );
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$body   = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( 201 === $status && is_array( $body ) ) {
			return array( 'kind' => 'stored', 'result' => $body );
		}
		$code = is_string( $body['error_code'] ?? null ) ? $body['error_code'] : 'http_' . $status;
		if ( 429 === $status || $status >= 500 || 'idempotency.request_in_progress' === $code ) {
			$after = (string) wp_remote_retrieve_header( $response, 'retry-after' );
			return array( 'kind' => 'retry', 'after_seconds' => ctype_digit( $after ) ? (int) $after : 0 );
		}
		// An earlier attempt was stored, and the order has changed since.
		if ( 'idempotency.key_reused' === $code ) {
			return array( 'kind' => 'known' );
		}
		if ( isset( $message['recipient_phone'] ) && self::is_about_phone( $body ) ) {
			return array( 'kind' => 'invalid_phone' );
		}
		return array( 'kind' => 'refused', 'code' => $code );
	}

	private static function is_about_phone( mixed $body ): bool {
		$entries = is_array( $body['detail'] ?? null ) ? $body['detail'] : array();
		return array_filter( $entries, static fn ( $entry ): bool => in_array( 'recipient_phone', $entry['loc'] ?? array(), true ) ) !== array();
	}

	/** Remembers the message, so that its events find the order, and shows the staff what is not sent. */
	private static function record( \WC_Order $order, array $message, array $result ): void {
		$order->add_meta_data( self::MESSAGE_META, $result['id'] );
		$order->save_meta_data();
		$skipped = array();
		foreach ( $message['channels'] ?? array() as $channel ) {
			$reason = $result[ $channel ]['skipped_reason'] ?? null;
			if ( null !== $reason ) {
				$skipped[] = "$channel: $reason";
			}
		}
		$note = sprintf(
			/* translators: %s: status of the order */
			__( 'Tidings: the update "%s" is stored.', 'tidings-for-woocommerce' ),
			$message['order_status']
		);
		if ( array() !== $skipped ) {
			/* translators: %s: channels with reasons */
			$note .= ' ' . sprintf( __( 'Not sent: %s.', 'tidings-for-woocommerce' ), implode( ', ', $skipped ) );
		}
		$order->add_order_note( $note );
	}

	private static function retry( \WC_Order $order, array $job, int $after_seconds ): void {
		$delay = self::RETRY_DELAYS[ $job['attempt'] - 1 ] ?? null;
		$at    = time() + max( $after_seconds, (int) $delay );
		if ( null === $delay || $at > $job['changed_at'] + self::KEY_LIFETIME_SECONDS ) {
			self::note_failure( $order, 'unavailable' );
			return;
		}
		++$job['attempt'];
		as_schedule_single_action( $at, self::HOOK, array( $job ), ACTION_GROUP );
	}

	private static function note_failure( \WC_Order $order, string $code ): void {
		/* translators: %s: error code */
		$order->add_order_note( sprintf( __( 'Tidings: the update was not sent (%s).', 'tidings-for-woocommerce' ), $code ) );
	}

	private static function site(): string {
		return substr( hash( 'sha256', home_url() ), 0, 8 );
	}
}

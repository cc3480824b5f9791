<?php

namespace Tidings\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The settings, and their page below the menu of WooCommerce. */
final class Settings {

	public const OPTION      = 'tidings_settings';
	private const GROUP      = 'tidings';
	private const CAPABILITY = 'manage_woocommerce';
	private const DEFAULTS   = array(
		'url'            => '',
		'api_key'        => '',
		'webhook_secret' => '',
		'channels'       => array(),
	);

	public static function register(): void {
		add_action( 'admin_init', array( self::class, 'register_setting' ) );
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		// Without this filter only administrators could save what a shop manager can open.
		add_filter( 'option_page_capability_' . self::GROUP, static fn (): string => self::CAPABILITY );
	}

	/** @return array{url: string, api_key: string, webhook_secret: string, channels: list<string>} */
	public static function all(): array {
		return array_merge( self::DEFAULTS, (array) get_option( self::OPTION, array() ) );
	}

	public static function can_push(): bool {
		$settings = self::all();
		return '' !== $settings['url'] && '' !== $settings['api_key'];
	}

	/** @return array<string, string> The channels besides email, which is always used. */
	public static function paid_channels(): array {
		return array(
			'sms'      => __( 'Text message', 'tidings-for-woocommerce' ),
			'whatsapp' => __( 'WhatsApp', 'tidings-for-woocommerce' ),
		);
	}

	public static function register_setting(): void {
		register_setting(
			self::GROUP,
			self::OPTION,
			array(
				'type'              => 'array',
				'sanitize_callback' => array( self::class, 'sanitize' ),
				'default'           => self::DEFAULTS,
			)
		);
	}

	public static function add_page(): void {
		add_submenu_page(
			'woocommerce',
			__( 'Tidings', 'tidings-for-woocommerce' ),
			__( 'Tidings', 'tidings-for-woocommerce' ),
			self::CAPABILITY,
			'tidings',
			array( self::class, 'render_page' )
		);
	}

	/** An invalid value is reported and leaves the stored one. An empty secret means that it was not entered again. */
	public static function sanitize( mixed $input ): array {
		$input  = is_array( $input ) ? $input : array();
		$stored = self::all();
		$text   = static fn ( string $name ): string =>
			is_string( $input[ $name ] ?? null ) ? sanitize_text_field( $input[ $name ] ) : '';

		$url = untrailingslashit( esc_url_raw( $text( 'url' ), array( 'https', 'http' ) ) );
		if ( ! self::is_secure( $url ) ) {
			self::report( 'url', __( 'The address must begin with https://.', 'tidings-for-woocommerce' ) );
			$url = $stored['url'];
		}
		$api_key = $text( 'api_key' );
		if ( '' !== $api_key && 1 !== preg_match( '/^td_(live|test)_[A-Za-z0-9_-]+$/D', $api_key ) ) {
			self::report( 'api_key', __( 'An API key begins with td_live_ or td_test_.', 'tidings-for-woocommerce' ) );
			$api_key = '';
		}
		$webhook_secret = $text( 'webhook_secret' );
		if ( '' !== $webhook_secret && 1 !== preg_match( '/^whsec_[A-Za-z0-9_+\/=-]+$/D', $webhook_secret ) ) {
			self::report( 'webhook_secret', __( 'A webhook secret begins with whsec_.', 'tidings-for-woocommerce' ) );
			$webhook_secret = '';
		}
		$channels = is_array( $input['channels'] ?? null ) ? $input['channels'] : array();

		return array(
			'url'            => $url,
			'api_key'        => '' !== $api_key ? $api_key : $stored['api_key'],
			'webhook_secret' => '' !== $webhook_secret ? $webhook_secret : $stored['webhook_secret'],
			'channels'       => array_values( array_intersect( array_keys( self::paid_channels() ), $channels ) ),
		);
	}

	public static function render_page(): void {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'You are not allowed to open this page.', 'tidings-for-woocommerce' ), 403 );
		}
		$settings = self::all();
		?>
		<div class="wrap">
			<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
			<?php settings_errors( self::OPTION ); ?>
			<form action="options.php" method="post">
				<?php settings_fields( self::GROUP ); ?>
				<table class="form-table" role="presentation">
					<?php
					self::render_row(
						'url',
						__( 'Address of Tidings', 'tidings-for-woocommerce' ),
						'url',
						$settings['url'],
						'https://updates.example.com'
					);
					// A secret is never written into the page.
					self::render_row(
						'api_key',
						__( 'API key', 'tidings-for-woocommerce' ),
						'password',
						'',
						self::secret_hint( $settings['api_key'] )
					);
					self::render_row(
						'webhook_secret',
						__( 'Webhook secret', 'tidings-for-woocommerce' ),
						'password',
						'',
						self::secret_hint( $settings['webhook_secret'] )
					);
					?>
					<tr>
						<th scope="row"><?php esc_html_e( 'Channels besides email', 'tidings-for-woocommerce' ); ?></th>
						<td>
							<?php foreach ( self::paid_channels() as $channel => $label ) : ?>
								<label>
									<input
										type="checkbox"
										name="<?php echo esc_attr( self::OPTION ); ?>[channels][]"
										value="<?php echo esc_attr( $channel ); ?>"
										<?php checked( in_array( $channel, $settings['channels'], true ) ); ?>
									>
									<?php echo esc_html( $label ); ?>
								</label><br>
							<?php endforeach; ?>
						</td>
					</tr>
				</table>
				<p>
					<?php esc_html_e( 'Register this address as a webhook endpoint:', 'tidings-for-woocommerce' ); ?>
					<code><?php echo esc_html( rest_url( Webhook::REST_NAMESPACE . Webhook::ROUTE ) ); ?></code>
				</p>
				<?php submit_button(); ?>
			</form>
		</div>
		<?php
	}

	private static function render_row( string $name, string $label, string $type, string $value, string $hint ): void {
		$id = self::OPTION . '_' . $name;
		?>
		<tr>
			<th scope="row"><label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $label ); ?></label></th>
			<td>
				<input
					class="regular-text"
					id="<?php echo esc_attr( $id ); ?>"
					name="<?php echo esc_attr( self::OPTION . '[' . $name . ']' ); ?>"
					type="<?php echo esc_attr( $type ); ?>"
					value="<?php echo esc_attr( $value ); ?>"
					placeholder="<?php echo esc_attr( $hint ); ?>"
					autocomplete="off"
				>
			</td>
		</tr>
		<?php
	}

	private static function secret_hint( string $stored ): string {
		return '' === $stored ? '' : __( 'Stored. Enter a new one to replace it.', 'tidings-for-woocommerce' );
	}

	/** The key is sent to this address, so it must be encrypted, except to this machine. */
	private static function is_secure( string $url ): bool {
		if ( '' === $url ) {
			return true;
		}
		$host = wp_parse_url( $url, PHP_URL_HOST );
		return 'https' === wp_parse_url( $url, PHP_URL_SCHEME ) || in_array( $host, array( '127.0.0.1', 'localhost' ), true );
	}

	private static function report( string $name, string $message ): void {
		add_settings_error( self::OPTION, 'tidings_' . $name, $message );
	}
}

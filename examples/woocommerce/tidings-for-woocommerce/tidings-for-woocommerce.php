<?php
/**
 * Plugin Name: Tidings for WooCommerce
 * Description: Pushes order updates to Tidings, and shows on the order what reached the customer.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * License: Apache-2.0
 * Text Domain: tidings-for-woocommerce
 */

namespace Tidings\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The group of all actions of this plugin in Action Scheduler, which is a part of WooCommerce. */
const ACTION_GROUP = 'tidings';

require __DIR__ . '/includes/class-settings.php';
require __DIR__ . '/includes/class-order-update.php';
require __DIR__ . '/includes/class-push.php';
require __DIR__ . '/includes/class-webhook.php';

add_action(
	'before_woocommerce_init',
	static function (): void {
		if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
		}
	}
);

Settings::register();
Push::register();
Webhook::register();

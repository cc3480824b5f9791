<?php

/** One request of a shop with the plugin: php shop.php '{"do": "change_status", "order": 1, "status": "processing"}' */

declare(strict_types=1);

require __DIR__ . '/wordpress.php';
Shop::open(getenv('WORDPRESS_STATE'));
require __DIR__ . '/../tidings-for-woocommerce/tidings-for-woocommerce.php';
foreach (['before_woocommerce_init', 'admin_init', 'admin_menu'] as $hook) {
    do_action($hook);
}

$command = json_decode($argv[1], true, flags: JSON_THROW_ON_ERROR);
$result = match ($command['do']) {
    'save_settings' => save_settings($command['settings']),
    'render_settings' => render_settings(),
    'add_order' => add_order($command['order']),
    'change_status' => wc_get_order($command['order'])->update_status($command['status']),
    'run_actions' => run_actions($command['until_seconds'] ?? 0),
    'uninstall' => uninstall(),
    'read' => Shop::$state,
};
Shop::save();
echo json_encode($result, JSON_THROW_ON_ERROR);

function save_settings(array $settings): array
{
    update_option('tidings_settings', $settings);
    return ['stored' => get_option('tidings_settings'), 'errors' => Shop::$settingsErrors];
}

function render_settings(): string
{
    ob_start();
    (Shop::$pages['tidings'])();
    return ob_get_clean();
}

function add_order(array $order): int
{
    $id = count(Shop::$state['orders']) + 1;
    Shop::$state['orders'][$id] = $order + ['status' => 'pending', 'phone' => '', 'notes' => [], 'meta' => []];
    return $id;
}

/** Runs what is due in the given time. Actions that are scheduled meanwhile stay for the next run. */
function run_actions(int $untilSeconds): array
{
    $isDue = fn (array $action): bool => $action['at'] <= time() + $untilSeconds;
    $due = array_filter(Shop::$state['actions'], $isDue);
    Shop::$state['actions'] = array_values(array_diff_key(Shop::$state['actions'], $due));
    foreach ($due as $action) {
        do_action($action['hook'], ...$action['arguments']);
    }
    return array_values($due);
}

function uninstall(): array
{
    define('WP_UNINSTALL_PLUGIN', 'tidings-for-woocommerce');
    require __DIR__ . '/../tidings-for-woocommerce/uninstall.php';
    return Shop::$state;
}

<?php

/** The REST routes of a shop with the plugin: php -S 127.0.0.1:4000 rest.php */

declare(strict_types=1);

require __DIR__ . '/wordpress.php';
Shop::open(getenv('WORDPRESS_STATE'));
require __DIR__ . '/../tidings-for-woocommerce/tidings-for-woocommerce.php';
do_action('rest_api_init');

$route = Shop::$routes[parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)] ?? null;
if ($route === null || $route['methods'] !== $_SERVER['REQUEST_METHOD'] || !$route['permission_callback']()) {
    http_response_code(404);
} else {
    $headers = [];
    foreach (getallheaders() as $name => $value) {
        $headers[str_replace('-', '_', strtolower($name))] = $value;
    }
    $response = $route['callback'](new WP_REST_Request(file_get_contents('php://input'), $headers));
    http_response_code($response->status);
}
Shop::save();

<?php

/**
 * The functions of WordPress, WooCommerce and Action Scheduler that the plugin calls, for tests without WordPress. Their state is
 * a file, so that several processes act as one shop. Requests are real HTTP.
 */

declare(strict_types=1);

const ABSPATH = __DIR__ . '/';

/** What the database of WordPress would have. */
final class Shop
{
    public static array $state = ['options' => [], 'orders' => [], 'actions' => []];
    public static array $callbacks = [];
    public static array $settings = [];
    public static array $settingsErrors = [];
    public static array $pages = [];
    public static array $routes = [];
    private static mixed $file = null;

    /** Locks the file until the process ends, as a transaction would. */
    public static function open(string $path): void
    {
        self::$file = fopen($path, 'c+');
        flock(self::$file, LOCK_EX);
        $text = stream_get_contents(self::$file);
        self::$state = $text === '' ? self::$state : json_decode($text, true, flags: JSON_THROW_ON_ERROR);
    }

    public static function save(): void
    {
        ftruncate(self::$file, 0);
        rewind(self::$file);
        fwrite(self::$file, json_encode(self::$state, JSON_THROW_ON_ERROR));
        fflush(self::$file);
        flock(self::$file, LOCK_UN);
    }
}

function add_action(string $hook, callable $callback, int $priority = 10, int $arguments = 1): bool
{
    Shop::$callbacks[$hook][$priority][] = [$callback, $arguments];
    return true;
}

function add_filter(string $hook, callable $callback, int $priority = 10, int $arguments = 1): bool
{
    return add_action($hook, $callback, $priority, $arguments);
}

function callbacks_of(string $hook): array
{
    $byPriority = Shop::$callbacks[$hook] ?? [];
    ksort($byPriority);
    return array_merge([], ...$byPriority);
}

function do_action(string $hook, mixed ...$arguments): void
{
    foreach (callbacks_of($hook) as [$callback, $count]) {
        $callback(...array_slice($arguments, 0, $count));
    }
}

function apply_filters(string $hook, mixed $value, mixed ...$arguments): mixed
{
    foreach (callbacks_of($hook) as [$callback, $count]) {
        $value = $callback(...array_slice([$value, ...$arguments], 0, $count));
    }
    return $value;
}

function get_option(string $name, mixed $default = false): mixed
{
    return Shop::$state['options'][$name] ?? $default;
}

function update_option(string $name, mixed $value): bool
{
    $sanitize = Shop::$settings[$name]['sanitize_callback'] ?? null;
    Shop::$state['options'][$name] = $sanitize === null ? $value : $sanitize($value);
    return true;
}

function delete_option(string $name): bool
{
    unset(Shop::$state['options'][$name]);
    return true;
}

function register_setting(string $group, string $name, array $arguments): void
{
    Shop::$settings[$name] = $arguments;
}

function add_settings_error(string $setting, string $code, string $message): void
{
    Shop::$settingsErrors[] = $code;
}

function settings_errors(string $setting): void
{
}

function settings_fields(string $group): void
{
    echo '<input type="hidden" name="option_page" value="' . esc_attr($group) . '">';
}

function submit_button(): void
{
    echo '<button>Save</button>';
}

function add_submenu_page(string $parent, string $title, string $menu, string $capability, string $slug, callable $render): void
{
    Shop::$pages[$slug] = $render;
}

function get_admin_page_title(): string
{
    return 'Tidings';
}

function current_user_can(string $capability): bool
{
    return in_array($capability, explode(',', (string) getenv('WORDPRESS_CAPABILITIES')), true);
}

function wp_die(string $message, int $status): never
{
    echo "$status $message";
    exit(1);
}

function __(string $text, string $domain): string
{
    return $text;
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_html__(string $text, string $domain): string
{
    return esc_html($text);
}

function esc_html_e(string $text, string $domain): void
{
    echo esc_html($text);
}

function checked(bool $isChecked): void
{
    echo $isChecked ? 'checked' : '';
}

function sanitize_text_field(string $text): string
{
    return trim(preg_replace('/[\r\n\t ]+/', ' ', strip_tags($text)));
}

function esc_url_raw(string $url, array $protocols): string
{
    $scheme = parse_url($url, PHP_URL_SCHEME);
    return in_array($scheme, $protocols, true) ? preg_replace('~[^\w\-.:/?=&%#\[\]@+]~', '', $url) : '';
}

function untrailingslashit(string $text): string
{
    return rtrim($text, '/\\');
}

function wp_parse_url(string $url, int $component): mixed
{
    return parse_url($url, $component);
}

function home_url(): string
{
    return 'https://shop.example';
}

function rest_url(string $path): string
{
    return home_url() . '/wp-json/' . $path;
}

function wp_json_encode(mixed $value): string
{
    return json_encode($value, JSON_THROW_ON_ERROR);
}

final class WP_Error
{
    public function __construct(public string $code, public string $message)
    {
    }
}

function is_wp_error(mixed $value): bool
{
    return $value instanceof WP_Error;
}

/** The default transport of WordPress is curl as well. */
function wp_remote_post(string $url, array $arguments): array|WP_Error
{
    $headers = [];
    $request = curl_init($url);
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => $arguments['body'],
        CURLOPT_HTTPHEADER => array_map(
            fn (string $name, string $value): string => "$name: $value",
            array_keys($arguments['headers']),
            $arguments['headers'],
        ),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => $arguments['timeout'],
        CURLOPT_FOLLOWLOCATION => $arguments['redirection'] > 0,
        CURLOPT_HEADERFUNCTION => function ($request, string $line) use (&$headers): int {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
            return strlen($line);
        },
    ]);
    $body = curl_exec($request);
    if ($body === false) {
        return new WP_Error('http_request_failed', curl_error($request));
    }
    $code = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    return ['headers' => $headers, 'body' => $body, 'response' => ['code' => $code]];
}

function wp_remote_retrieve_response_code(array $response): int
{
    return $response['response']['code'];
}

function wp_remote_retrieve_body(array $response): string
{
    return $response['body'];
}

function wp_remote_retrieve_header(array $response, string $name): string
{
    return $response['headers'][$name] ?? '';
}

function register_rest_route(string $namespace, string $route, array $arguments): void
{
    Shop::$routes["/wp-json/$namespace$route"] = $arguments;
}

function __return_true(): bool
{
    return true;
}

final class WP_REST_Request
{
    public function __construct(private string $body, private array $headers)
    {
    }

    public function get_body(): string
    {
        return $this->body;
    }

    /** WordPress writes names of headers with underscores. */
    public function get_header(string $name): ?string
    {
        return $this->headers[str_replace('-', '_', strtolower($name))] ?? null;
    }
}

final class WP_REST_Response
{
    public function __construct(public mixed $data, public int $status)
    {
    }
}

function as_enqueue_async_action(string $hook, array $arguments, string $group): int
{
    return as_schedule_single_action(time(), $hook, $arguments, $group);
}

function as_schedule_single_action(int $at, string $hook, array $arguments, string $group): int
{
    Shop::$state['actions'][] = ['at' => $at, 'hook' => $hook, 'arguments' => $arguments, 'group' => $group];
    return count(Shop::$state['actions']);
}

function as_unschedule_all_actions(string $hook, array $arguments, string $group): void
{
    Shop::$state['actions'] = array_values(
        array_filter(Shop::$state['actions'], fn (array $action): bool => $action['group'] !== $group),
    );
}

final class WC_Order
{
    public function __construct(private int $id)
    {
    }

    public function get_status(): string
    {
        return $this->get('status');
    }

    public function get_order_number(): string
    {
        return $this->get('number');
    }

    public function get_billing_email(): string
    {
        return $this->get('email');
    }

    public function get_billing_phone(): string
    {
        return $this->get('phone');
    }

    public function get_view_order_url(): string
    {
        return home_url() . "/my-account/view-order/$this->id/";
    }

    public function add_order_note(string $note): int
    {
        Shop::$state['orders'][$this->id]['notes'][] = $note;
        return count(Shop::$state['orders'][$this->id]['notes']);
    }

    public function get_meta(string $key): mixed
    {
        return Shop::$state['orders'][$this->id]['meta'][$key][0] ?? '';
    }

    public function add_meta_data(string $key, mixed $value): void
    {
        Shop::$state['orders'][$this->id]['meta'][$key][] = $value;
    }

    public function update_meta_data(string $key, mixed $value): void
    {
        Shop::$state['orders'][$this->id]['meta'][$key] = [$value];
    }

    public function save_meta_data(): void
    {
    }

    /** Changes the status as WooCommerce does when the order is saved. */
    public function update_status(string $to): void
    {
        $from = $this->get_status();
        Shop::$state['orders'][$this->id]['status'] = $to;
        do_action('woocommerce_order_status_changed', $this->id, $from, $to, $this);
    }

    private function get(string $field): string
    {
        return Shop::$state['orders'][$this->id][$field];
    }
}

function wc_get_order(int $id): WC_Order|false
{
    return isset(Shop::$state['orders'][$id]) ? new WC_Order($id) : false;
}

function wc_get_orders(array $query): array
{
    $has = fn (array $order): bool => in_array($query['meta_value'], $order['meta'][$query['meta_key']] ?? [], true);
    $ids = array_keys(array_filter(Shop::$state['orders'], $has));
    return array_map(wc_get_order(...), array_slice($ids, 0, $query['limit']));
}

<?php

/** Removes the settings and what is scheduled. Notes and the ids of messages stay with the orders they belong to. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'tidings_settings' );
if ( function_exists( 'as_unschedule_all_actions' ) ) {
	as_unschedule_all_actions( '', array(), 'tidings' );
}

export interface paths {
    "/operator/v1/businesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search businesses, newest first
         * @description Lists businesses, or searches them by a part of the name or of the contact address, or by id. A test side is listed only when `query` is its id.
         */
        get: operations["listBusinesses"];
        put?: never;
        /**
         * Create a business with its first API key
         * @description Creates a live business and its test side, each with its first key. Both keys are returned only in this response. A new business is active and has no credits, and its paid channels are `not_enabled`. The body can contain any setting. With `mode` `test` it creates a test business without a live side.
         */
        post: operations["createBusiness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a business and its settings
         * @description Returns a business with all its settings and the ids of its other side. API keys are not shown; `GET /operator/v1/businesses/{business_id}/keys` lists them masked.
         */
        get: operations["readBusiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of a business
         * @description Changes the settings that the body contains and leaves the others unchanged. A change of `name`, `country`, `contact_email`, `active` or the brand (`sender_name`, `brand_colour`, `customer_contact`, `reply_to`, `language`) applies to the test side too.
         */
        patch: operations["changeBusiness"];
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the logo of a business
         * @description Sets or replaces the logo that the inbox of the business shows above its name, on both sides. Only what is displayed is stored, not what else the file contains, such as where and by whom it was made.
         */
        put: operations["setLogo"];
        post?: never;
        /**
         * Remove the logo of a business
         * @description Removes the logo of the business from its inbox, on both sides. Without one it changes nothing.
         */
        delete: operations["removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give credits to a business, or take some
         * @description Adds credits, or takes them with a negative amount. The balance never falls below zero. With an `Idempotency-Key`, a repeated request has no further effect, however late it comes.
         */
        post: operations["grantCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credit ledger of a business, newest first
         * @description Lists every change of the balance, newest first: grants, charges and refunds. The ledger contains no data of a recipient.
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the erasures of a business with their counts, newest first
         * @description Lists the erasures of a business with their times and counts, so that the business can prove that and when it erased a recipient. The identity of the recipient is not stored.
         */
        get: operations["listErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a business
         * @description Lists the people who work for a business in the dashboard, with their roles. Both sides of a business have the same members.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/members/{person_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from a business at once
         * @description Ends the membership. The next request of the person is refused, on every page. Open invitations that the person made end too, and so do their sessions and passkeys, unless they work for another business. The last owner cannot be removed.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Changes the role of a member, from their next request on. At least one owner stays.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open invitations of a business
         * @description Lists the invitations that were neither accepted nor revoked, expired ones too.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person to the dashboard of a business
         * @description Sends an email with a link that is valid for 7 days and works once. With it the person joins the business; the first owner of a business comes in this way. A second invitation of an address replaces the first, whose link ends: so it is sent again, or with another role.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Ends the link of an invitation at once.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all keys of a business, revoked and expired ones too, newest first
         * @description Lists all keys of a business, revoked and expired ones too. Use `query` to find a key by a part of its name, by its last characters or by its id.
         */
        get: operations["listBusinessKeys"];
        put?: never;
        /**
         * Create a key without a parent
         * @description Creates a key without a parent and returns it once. The operator can create up to 100 active keys for a business, beyond the 25 of the merchant.
         */
        post: operations["createDashboardKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of a business and every key below it that was not detached
         * @description Revokes a key at once, with the keys below it that were not detached. After a leak, use `minted=true`: it also revokes detached keys.
         */
        delete: operations["revokeBusinessKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/recipients/{email}/phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the phone number of a recipient
         * @description Sets a number that the customer gave by another route. Links that were sent before end. A number of another recipient of the business is refused.
         */
        put: operations["setPhoneFromDashboard"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/recipients/{email}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that a recipient opted out of a channel
         * @description Records that a customer of the business does not want texts or WhatsApp messages, for example after a call. Nudges on the channel are skipped as `stopped`. A START by text does not lift this stop.
         */
        post: operations["stopRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/recipients/{email}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that a recipient stopped all updates of the business
         * @description Stops every update of the business to this customer, on every channel, like the unsubscribe link of an email. Nudges are skipped as `unsubscribed`. It is permanent: no operation lifts it.
         */
        post: operations["unsubscribeRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/whatsapp-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the WhatsApp templates and their review states
         * @description Lists the WhatsApp templates, one for each order status, with the review states that operators recorded. All businesses share them.
         */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/whatsapp-templates/{order_status}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Record the review state of a WhatsApp template
         * @description Records the review state that the platform reports for a template. It applies to every business. Only an approved template is sent; a push with another one is skipped as `template_not_sendable`.
         */
        put: operations["changeTemplate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/whatsapp-templates/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the WhatsApp templates at the platform and record their states
         * @description Creates the WhatsApp templates that the business account at the platform lacks, reads the review state of each and records it. It can be repeated: a template that exists is not created again. A template that the platform refuses does not prevent the others. Repeat it until every template is approved, and after the platform sent an email about one. It needs `account_id` in `WHATSAPP_URL`.
         */
        post: operations["syncTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search the messages of a business, newest first
         * @description Lists the messages of a business, newest first, without their texts. Filter by address or by reference to find the message of a customer.
         */
        get: operations["listMessagesAsOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/messages/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what became of a message of any business
         * @description Returns what became of a message on every channel, without its text.
         */
        get: operations["readMessageAsOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/messages/{public_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened to a message of any business, step by step
         * @description Lists what happened to a message, oldest first, as typed entries with a sentence each: pushes and their keys, what the gates decided on every channel, submissions with the words of the provider, retries, delivery reports, opens, charges and refunds, events, and the attempts to post them. The newest 200 entries are shown; `truncated` is true if there were more. Addresses and numbers in the words of a provider are masked.
         */
        get: operations["readMessageTimelineAsOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sms-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the destinations of texts, with their prices
         * @description Lists the destinations of texts with their prices, and whether they are open. Destinations of frequent fraud are closed until you open them.
         */
        get: operations["listSmsPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sms-prices/{country}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the price of texts to a destination, and whether it is open
         * @description Returns the price of a text to one destination, and whether it is open. The price is charged when the text is queued.
         */
        get: operations["readSmsPrice"];
        /**
         * Set the price of texts to a destination, and open or close it
         * @description Sets the price of texts to one country, and opens or closes it. A destination where texts are unavailable cannot be opened.
         */
        put: operations["changeSmsPrice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/businesses/{business_id}/webhook-endpoints/{public_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint again and reset its count of failures
         * @description Enables an endpoint that was disabled after 20 failed events in a row, and resets its count of failures.
         */
        post: operations["enableEndpointFromDashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notices for the operator, newest first
         * @description Lists what needs attention, newest first: paused businesses, failing endpoints, quotas, changes of keys, limits on texts.
         */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether sending is paused, and how much is due
         * @description Returns whether sending is paused, by an operator or after the database was restored, why, and how many nudges are due. The pause of a single business is its setting `sending_paused`.
         */
        get: operations["readSending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sending/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold all sending until it is released
         * @description Stops all sending until it is released: nudges, webhook deliveries and notices. Pushes are still accepted, and nothing is lost: due work stays queued and is sent after the release. Workers stop within about two seconds, after the submissions in progress. Use it when a provider refuses every message for good. It changes nothing if sending is paused already.
         */
        post: operations["holdSending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sending/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume sending after a hold or a restore
         * @description Resumes sending. After a hold by an operator, everything that is due is sent. After a restore, the nudges that may have been sent are abandoned by default: their outcome is recorded as unknown and published, and they are never sent. Read [the runbook](/docs/runbooks/restore) first. It changes nothing if sending is not paused, or if the reason of the pause changes meanwhile: `sending` in the response says whether it is on.
         */
        post: operations["releaseSending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operators, revoked ones too, newest first
         * @description Lists the newest 1,000 operators, revoked ones too, with their roles. Tokens are stored as hashes and are never shown.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Create a named operator with a token
         * @description Creates an operator for one person and returns the token, only in this response. The audit log then shows the name of the person with each change. Send the token as `Authorization: Bearer …`. With `email` the person can also sign in to the dashboard of every business, within the permissions of the role.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{operator_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke the token of an operator at once
         * @description Revokes the token and the access to the dashboard. Every process refuses it from the next request on, also a request that is being read. Open invitations that the operator made end, and so do their sessions and passkeys, unless they are a member of a business. The name stays in the audit log. An admin cannot revoke themselves while no other admin has a name.
         */
        delete: operations["revokeOperator"];
        options?: never;
        head?: never;
        /**
         * Change the role of an operator
         * @description Changes the role of an operator, from their next request on. Who is no admin any more loses the open invitations that they made. An admin cannot give up the role while no other admin has a name; the holder of `OPERATOR_TOKEN` may change every operator.
         */
        patch: operations["changeOperator"];
        trace?: never;
    };
    "/operator/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes by operators and in the dashboard, newest first
         * @description Lists the changes that operators made, and people in the dashboard, newest first, with the values before and after. Rows are never changed; data of a recipient is cleared when the recipient is erased. With several filters a page can have fewer items than `limit`, also none: continue while `next_cursor` is not null.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the suppressions that are shared by all businesses, newest first
         * @description Lists the addresses that no business sends email to. The addresses are stored as digests, so an entry has an id and times only.
         */
        get: operations["listSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/suppressions/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what stops email to an address, for all businesses and for single ones
         * @description Returns everything that stops email to an address: the suppression that all businesses share, the suppressions of single businesses, and unsubscriptions from the updates of a business, also after an erasure. Only the shared one can be lifted.
         */
        get: operations["readSuppressions"];
        put?: never;
        post?: never;
        /**
         * Lift the suppression of an address that is shared by all businesses
         * @description Lifts the suppression that all businesses share, with a reason for the audit log. The next permanent bounce restores it.
         */
        delete: operations["liftSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock on
         * @description Moves the clock of the service forward. What falls due in between happens, in order. Only in development and tests: otherwise the path does not exist.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Why an address gets no email. */
        AddressSuppressions: {
            /** @description The suppression that applies to every live business. Null if there is none. */
            platform: components["schemas"]["SharedSuppression"] | null;
            /** @description The suppressions and unsubscriptions of single businesses, newest 100. A business is listed once for each reason. */
            businesses: components["schemas"]["BusinessSuppression"][];
        };
        /** @description How far to move the clock. */
        AdvanceServiceClockRequest: {
            /** @description How far to move it. Zero runs the work that is due now and returns the time. */
            seconds: number;
        };
        /** @description A change that an operator made, or a person in the dashboard. */
        AuditEntry: {
            /** @description The id of the entry. It begins with `aud_`. */
            id: string;
            /**
             * Format: date-time
             * @description When the change was made.
             */
            at: string;
            /**
             * @description `operator`, or `member`: a person of a business, in the dashboard.
             * @enum {string}
             */
            actor_kind: "operator" | "member";
            /** @description The operator. Null for the holder of `OPERATOR_TOKEN` and for a member. */
            operator_id: string | null;
            /** @description The member. It begins with `per_`. Null for an operator. */
            person_id: string | null;
            /** @description The name of the operator or of the member; `OPERATOR_TOKEN` for the holder of that token. */
            operator_name: string;
            /**
             * @description The role at that time. Null where a person changed their own account.
             * @enum {string|null}
             */
            role: "support" | "finance" | "admin" | "owner" | "developer" | "viewer" | null;
            /**
             * @description The name of the operation.
             * @enum {string}
             */
            action: "createBusiness" | "changeBusiness" | "setLogo" | "removeLogo" | "grantCredits" | "createDashboardKey" | "revokeBusinessKey" | "setPhoneFromDashboard" | "stopRecipient" | "unsubscribeRecipient" | "enableEndpointFromDashboard" | "changeTemplate" | "changeSmsPrice" | "liftSuppression" | "syncTemplates" | "holdSending" | "releaseSending" | "createOperator" | "changeOperator" | "revokeOperator" | "inviteMember" | "revokeInvitation" | "changeMember" | "removeMember" | "advanceClock" | "resendSms" | "resendWhatsApp" | "retractMessage" | "clearRecipientPhone" | "eraseRecipient" | "eraseWhatsAppHistory" | "createWebhookEndpoint" | "deleteWebhookEndpoint" | "rotateWebhookSecret" | "enableWebhookEndpoint" | "redeliverEvent" | "redeliverMissedEvents" | "signIn" | "signOut" | "revokeSession" | "addPasskey" | "removePasskey" | "acceptInvitation" | "exportConsentEvidence";
            /** @description `X-Request-Id` of the response. The log of the service has it too. */
            request_id: string;
            /** @description The business that was changed. Null for a change of the whole service. */
            business_id: string | null;
            /** @description The id or the name of the object that was changed. Null if it is a recipient, who is in `personal`. */
            target: string | null;
            /** @description The values before. Null if the object is new or its value before is not recorded. */
            before: components["schemas"]["AuditValues"] | null;
            /** @description The values after. Null if only `personal` has them. */
            after: components["schemas"]["AuditValues"] | null;
            /** @description Data of a recipient. Null if there is none, and after the recipient is erased. */
            personal: components["schemas"]["AuditedPerson"] | null;
        };
        /** @description A page of the audit log, newest first. */
        AuditList: {
            /** @description The items of this page. */
            items: components["schemas"]["AuditEntry"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Changed values by name. The names depend on `action`. */
        AuditValues: {
            [key: string]: unknown;
        };
        /** @description The recipient whom a change concerns. */
        AuditedPerson: {
            /** @description The address of the recipient. */
            email: string;
            /** @description Only of `setPhoneFromDashboard`: the number before, masked. */
            phone_before?: string | null;
            /** @description Only of `setPhoneFromDashboard`: the number after, masked. */
            phone_after?: string | null;
        };
        /** @description A business and its settings. */
        Business: {
            /** @description The id of the business, with the prefix `biz_`. */
            id: string;
            /**
             * @description In mode `live` nudges are sent to providers. In mode `test` the built-in provider takes them. The keys begin with `td_live_` or `td_test_`.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description The test side of a live business. Null for a test business, and for a business of an earlier release until the maintenance has created it. */
            test_business_id: string | null;
            /** @description The live business that this test side belongs to. Null for any other business. */
            live_business_id: string | null;
            /** @description The name of the shop. Its customers read it in emails, texts, WhatsApp messages and the inbox. */
            name: string;
            /** @description The country of phone numbers in national format, ISO 3166-1 alpha-2. Null: only numbers in international format are accepted. */
            country: string | null;
            /**
             * Format: email
             * @description The address of the owner, for notices about problems. Null: the owner gets none.
             */
            contact_email: string | null;
            /** @description The name that customers read instead of `name`, in emails, texts, WhatsApp messages and the inbox. Null: `name`. */
            sender_name: string | null;
            /** @description The colour of links and buttons in emails and the inbox, such as `#0b57a4`. It is darkened or lightened where it would not be readable. Null: the colours of the service. */
            brand_colour: string | null;
            /** @description Where customers reach the shop, in its own words. It is shown in emails and the inbox. Null: nothing is shown. */
            customer_contact: string | null;
            /**
             * Format: email
             * @description Where replies to emails go. Null: to the address of the service that sends them.
             */
            reply_to: string | null;
            /**
             * @description The language of the service’s own words in emails and texts, and in the inbox for a reader whose browser names none that it has.
             * @enum {string}
             */
            language: "en" | "de" | "fr" | "es" | "nl";
            /** @description False: requests with keys of the business get 403 `business.inactive`, and nothing is sent for it. */
            active: boolean;
            /** @description True: pushes are stored and shown in the inbox, and no nudge is sent (`sending_paused`). The service sets it when too many emails are marked as spam. */
            sending_paused: boolean;
            /**
             * @description `active`: paid. `past_due`: a payment is late; emails are sent, and `plan.past_due` is published. `lapsed`: emails are skipped as `plan_lapsed`, and `plan.lapsed` is published.
             * @enum {string}
             */
            plan: "active" | "past_due" | "lapsed";
            /**
             * @description Whether the business sends texts. `not_enabled`: never enabled. `off`: switched off. `on`: sent with every nudge. `on_request`: only when a push names the channel.
             * @enum {string}
             */
            sms: "not_enabled" | "off" | "on" | "on_request";
            /**
             * @description Whether the business sends WhatsApp messages. `not_enabled`: never enabled. `off`: switched off. `on`: sent with every nudge. `on_request`: only when a push names the channel.
             * @enum {string}
             */
            whatsapp: "not_enabled" | "off" | "on" | "on_request";
            /** @description The destinations of paid nudges. Null: all destinations that are not closed. */
            countries: string[] | null;
            /** @description Emails in a UTC day. Beyond it an email is not sent (`daily_cap_reached`). A new business has 10,000. */
            email_daily_cap: number;
            /** @description Texts in a UTC day during the first 14 days after SMS is enabled. Beyond it a text is skipped as `sms_warmup_cap_reached`. A new business has 100. */
            sms_warmup_cap: number;
            /** @description Emails in a calendar month that the plan includes. When they are used up, `plan.allowance_exceeded` is published, and emails are still sent. Null: no allowance. */
            email_allowance: number | null;
            /** @description Credits. When the balance falls below it, `credits.low_balance` is published. A new business has 50. */
            low_balance_threshold: number;
            /** @description Requests of the business per second and process, with bursts of twice as many. Beyond it a request gets 429 `common.rate_limited`. A new business has 200. */
            rate_limit_per_second: number;
            /** @description Texts to one number in an hour. Beyond it a text is skipped as `rate_limited`. A new business has 60. */
            sms_per_number_per_hour: number;
            /** @description Texts to one number in 24 hours. Beyond it a text is skipped as `rate_limited`. A new business has 240. */
            sms_per_number_per_day: number;
            /** @description Credits for texts in a UTC day. Beyond it a text is skipped as `platform_limited`. A new business has 5,000. */
            sms_credits_per_day: number;
            /** @description Texts in an hour to numbers that differ only in their last four digits. Beyond it a text is skipped as `platform_limited`. A new business has 200. */
            sms_per_prefix_per_hour: number;
            /** @description Pushes accepted in a UTC day. Beyond it a push gets 429 `quota.messages_per_day`. A new business has 1,000,000. */
            messages_per_day: number;
            /** @description Messages stored at once. Beyond it a push that creates one gets 409 `quota.stored_messages`. A new business has 10,000,000. */
            stored_messages: number;
            /** @description Messages that have not changed for so many days are deleted. Null: they are not deleted. */
            message_retention_days: number | null;
            /** @description Whether the inbox shows a logo. `PUT /operator/v1/businesses/{business_id}/logo` sets it. */
            has_logo: boolean;
            /**
             * Format: date-time
             * @description When the business was created.
             */
            created_at: string;
        };
        /** @description A page of keys, newest first. */
        BusinessKeyList: {
            /** @description The items of this page. */
            items: components["schemas"]["ListedKey"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A page of businesses, newest first. */
        BusinessList: {
            /** @description The items of this page. */
            items: components["schemas"]["Business"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description One business sends no email to an address. */
        BusinessSuppression: {
            /** @description The business that sends no email to the address. */
            business_id: string;
            /**
             * @description `bounced`: an email came back for good. `complained`: the recipient marked one as spam. `unsubscribed`: the recipient stopped all updates of the business.
             * @enum {string}
             */
            reason: "bounced" | "complained" | "unsubscribed";
            /**
             * Format: date-time
             * @description When it was stored. After an erasure, the time of an unsubscription is not known exactly.
             */
            created_at: string;
        };
        /** @description The settings to change. An omitted setting is not changed. */
        ChangeBusinessRequest: {
            /** @description The name of the shop. Its customers read it in emails, texts, WhatsApp messages and the inbox. */
            name?: string;
            /** @description The country of phone numbers in national format, ISO 3166-1 alpha-2. Null: only numbers in international format are accepted. */
            country?: string | null;
            /**
             * Format: email
             * @description The address of the owner, for notices about problems. Null: the owner gets none.
             */
            contact_email?: string | null;
            /** @description The name that customers read instead of `name`, in emails, texts, WhatsApp messages and the inbox. Null: `name`. */
            sender_name?: string | null;
            /** @description The colour of links and buttons in emails and the inbox, such as `#0b57a4`. It is darkened or lightened where it would not be readable. Null: the colours of the service. */
            brand_colour?: string | null;
            /** @description Where customers reach the shop, in its own words. It is shown in emails and the inbox. Null: nothing is shown. */
            customer_contact?: string | null;
            /**
             * Format: email
             * @description Where replies to emails go. Null: to the address of the service that sends them.
             */
            reply_to?: string | null;
            /**
             * @description The language of the service’s own words in emails and texts, and in the inbox for a reader whose browser names none that it has.
             * @enum {string}
             */
            language?: "en" | "de" | "fr" | "es" | "nl";
            /** @description False: requests with keys of the business get 403 `business.inactive`, and nothing is sent for it. */
            active?: boolean;
            /** @description True: pushes are stored and shown in the inbox, and no nudge is sent (`sending_paused`). The service sets it when too many emails are marked as spam. */
            sending_paused?: boolean;
            /**
             * @description `active`: paid. `past_due`: a payment is late; emails are sent, and `plan.past_due` is published. `lapsed`: emails are skipped as `plan_lapsed`, and `plan.lapsed` is published.
             * @enum {string}
             */
            plan?: "active" | "past_due" | "lapsed";
            /**
             * @description Whether the business sends texts. `not_enabled`: never enabled. `off`: switched off. `on`: sent with every nudge. `on_request`: only when a push names the channel.
             * @enum {string}
             */
            sms?: "not_enabled" | "off" | "on" | "on_request";
            /**
             * @description Whether the business sends WhatsApp messages. `not_enabled`: never enabled. `off`: switched off. `on`: sent with every nudge. `on_request`: only when a push names the channel.
             * @enum {string}
             */
            whatsapp?: "not_enabled" | "off" | "on" | "on_request";
            /** @description The destinations of paid nudges. Null: all destinations that are not closed. */
            countries?: string[] | null;
            /** @description Emails in a UTC day. Beyond it an email is not sent (`daily_cap_reached`). A new business has 10,000. */
            email_daily_cap?: number;
            /** @description Texts in a UTC day during the first 14 days after SMS is enabled. Beyond it a text is skipped as `sms_warmup_cap_reached`. A new business has 100. */
            sms_warmup_cap?: number;
            /** @description Emails in a calendar month that the plan includes. When they are used up, `plan.allowance_exceeded` is published, and emails are still sent. Null: no allowance. */
            email_allowance?: number | null;
            /** @description Credits. When the balance falls below it, `credits.low_balance` is published. A new business has 50. */
            low_balance_threshold?: number;
            /** @description Requests of the business per second and process, with bursts of twice as many. Beyond it a request gets 429 `common.rate_limited`. A new business has 200. */
            rate_limit_per_second?: number;
            /** @description Texts to one number in an hour. Beyond it a text is skipped as `rate_limited`. A new business has 60. */
            sms_per_number_per_hour?: number;
            /** @description Texts to one number in 24 hours. Beyond it a text is skipped as `rate_limited`. A new business has 240. */
            sms_per_number_per_day?: number;
            /** @description Credits for texts in a UTC day. Beyond it a text is skipped as `platform_limited`. A new business has 5,000. */
            sms_credits_per_day?: number;
            /** @description Texts in an hour to numbers that differ only in their last four digits. Beyond it a text is skipped as `platform_limited`. A new business has 200. */
            sms_per_prefix_per_hour?: number;
            /** @description Pushes accepted in a UTC day. Beyond it a push gets 429 `quota.messages_per_day`. A new business has 1,000,000. */
            messages_per_day?: number;
            /** @description Messages stored at once. Beyond it a push that creates one gets 409 `quota.stored_messages`. A new business has 10,000,000. */
            stored_messages?: number;
            /** @description Messages that have not changed for so many days are deleted. Null: they are not deleted. */
            message_retention_days?: number | null;
        };
        /** @description The new role of a member. */
        ChangeMemberRequest: {
            /**
             * @description `owner` may do everything, `support` helps customers and erases, `developer` helps customers, `viewer` reads.
             * @enum {string}
             */
            role: "owner" | "developer" | "support" | "viewer";
        };
        /** @description The new role. */
        ChangeOperatorRequest: {
            /**
             * @description `support` reads, records stops, revokes keys and lifts suppressions. `finance` reads, grants credits and sets prices. `admin` may do everything.
             * @enum {string}
             */
            role: "support" | "finance" | "admin";
        };
        /** @description The new price of the destination, and whether it is open. */
        ChangeSmsPriceRequest: {
            /** @description The price of a text in credits. */
            credits: number;
            /** @description Whether texts are sent there. Texts to a closed destination are skipped as `country_not_allowed`. */
            open: boolean;
        };
        /**
         * @description A channel. Email is free, the others cost credits.
         * @enum {string}
         */
        Channel: "email" | "sms" | "whatsapp";
        /** @description Of `sending_paused`: more than one email in a thousand was marked as spam. */
        ComplaintNotice: {
            /**
             * @description Why sending was paused.
             * @enum {string}
             */
            cause: "complaints";
            /** @description Emails that were sent in the period. */
            sent: number;
            /** @description How many of them their recipients marked as spam. */
            complained: number;
            /** @description The length of the period in days. */
            days: number;
        };
        /** @description The name of the business, and settings that differ from their defaults. */
        CreateBusinessRequest: {
            /** @description The name of the shop. Its customers read it in emails, texts, WhatsApp messages and the inbox. */
            name: string;
            /** @description The country of phone numbers in national format, ISO 3166-1 alpha-2. Null: only numbers in international format are accepted. */
            country?: string | null;
            /**
             * Format: email
             * @description The address of the owner, for notices about problems. Null: the owner gets none.
             */
            contact_email?: string | null;
            /** @description The name that customers read instead of `name`, in emails, texts, WhatsApp messages and the inbox. Null: `name`. */
            sender_name?: string | null;
            /** @description The colour of links and buttons in emails and the inbox, such as `#0b57a4`. It is darkened or lightened where it would not be readable. Null: the colours of the service. */
            brand_colour?: string | null;
            /** @description Where customers reach the shop, in its own words. It is shown in emails and the inbox. Null: nothing is shown. */
            customer_contact?: string | null;
            /**
             * Format: email
             * @description Where replies to emails go. Null: to the address of the service that sends them.
             */
            reply_to?: string | null;
            /**
             * @description The language of the service’s own words in emails and texts, and in the inbox for a reader whose browser names none that it has.
             * @enum {string}
             */
            language?: "en" | "de" | "fr" | "es" | "nl";
            /** @description False: requests with keys of the business get 403 `business.inactive`, and nothing is sent for it. */
            active?: boolean;
            /** @description True: pushes are stored and shown in the inbox, and no nudge is sent (`sending_paused`). The service sets it when too many emails are marked as spam. */
            sending_paused?: boolean;
            /**
             * @description `active`: paid. `past_due`: a payment is late; emails are sent, and `plan.past_due` is published. `lapsed`: emails are skipped as `plan_lapsed`, and `plan.lapsed` is published.
             * @enum {string}
             */
            plan?: "active" | "past_due" | "lapsed";
            /**
             * @description Whether the business sends texts. `not_enabled`: never enabled. `off`: switched off. `on`: sent with every nudge. `on_request`: only when a push names the channel.
             * @enum {string}
             */
            sms?: "not_enabled" | "off" | "on" | "on_request";
            /**
             * @description Whether the business sends WhatsApp messages. `not_enabled`: never enabled. `off`: switched off. `on`: sent with every nudge. `on_request`: only when a push names the channel.
             * @enum {string}
             */
            whatsapp?: "not_enabled" | "off" | "on" | "on_request";
            /** @description The destinations of paid nudges. Null: all destinations that are not closed. */
            countries?: string[] | null;
            /** @description Emails in a UTC day. Beyond it an email is not sent (`daily_cap_reached`). A new business has 10,000. */
            email_daily_cap?: number;
            /** @description Texts in a UTC day during the first 14 days after SMS is enabled. Beyond it a text is skipped as `sms_warmup_cap_reached`. A new business has 100. */
            sms_warmup_cap?: number;
            /** @description Emails in a calendar month that the plan includes. When they are used up, `plan.allowance_exceeded` is published, and emails are still sent. Null: no allowance. */
            email_allowance?: number | null;
            /** @description Credits. When the balance falls below it, `credits.low_balance` is published. A new business has 50. */
            low_balance_threshold?: number;
            /** @description Requests of the business per second and process, with bursts of twice as many. Beyond it a request gets 429 `common.rate_limited`. A new business has 200. */
            rate_limit_per_second?: number;
            /** @description Texts to one number in an hour. Beyond it a text is skipped as `rate_limited`. A new business has 60. */
            sms_per_number_per_hour?: number;
            /** @description Texts to one number in 24 hours. Beyond it a text is skipped as `rate_limited`. A new business has 240. */
            sms_per_number_per_day?: number;
            /** @description Credits for texts in a UTC day. Beyond it a text is skipped as `platform_limited`. A new business has 5,000. */
            sms_credits_per_day?: number;
            /** @description Texts in an hour to numbers that differ only in their last four digits. Beyond it a text is skipped as `platform_limited`. A new business has 200. */
            sms_per_prefix_per_hour?: number;
            /** @description Pushes accepted in a UTC day. Beyond it a push gets 429 `quota.messages_per_day`. A new business has 1,000,000. */
            messages_per_day?: number;
            /** @description Messages stored at once. Beyond it a push that creates one gets 409 `quota.stored_messages`. A new business has 10,000,000. */
            stored_messages?: number;
            /** @description Messages that have not changed for so many days are deleted. Null: they are not deleted. */
            message_retention_days?: number | null;
            /**
             * @description In mode `live` nudges are sent to providers. In mode `test` the built-in provider takes them. The keys begin with `td_live_` or `td_test_`.
             * @enum {string}
             */
            mode?: "live" | "test";
        };
        /** @description The name and the rights of a new key. */
        CreateDashboardKeyRequest: {
            /** @description A name by which you recognise the key. Null or empty becomes "API key". */
            name?: string | null;
            /** @description What the new key may do. Null or omitted: everything. A key can only grant scopes that it has. */
            scopes?: components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description When the new key stops working: in the future. Null or omitted: never. A key that expires can only create keys that expire no later.
             */
            expires_at?: string | null;
        };
        /** @description The name and the role of a new operator, and an address if they may sign in to the dashboard. */
        CreateOperatorRequest: {
            /** @description The name of the person. The audit log shows it with each change. */
            name: string;
            /**
             * @description `support` reads, records stops, revokes keys and lifts suppressions. `finance` reads, grants credits and sets prices. `admin` may do everything.
             * @enum {string}
             */
            role: "support" | "finance" | "admin";
            /**
             * Format: email
             * @description The address with which the person can sign in to the dashboard of every business.
             */
            email?: string;
        };
        /** @description What became of a message on every channel. */
        Delivery: {
            /** @description True if a mailbox provider accepted an email about the message. */
            delivered: boolean;
            /**
             * Format: date-time
             * @description When the newest email was delivered; null before.
             */
            delivered_at: string | null;
            /** @description True if the customer read the message in the inbox. */
            opened: boolean;
            /**
             * Format: date-time
             * @description When the customer last opened it; null before.
             */
            opened_at: string | null;
            /** @description True if an email bounced. It can bounce after it was delivered. */
            bounced: boolean;
            /**
             * Format: date-time
             * @description When an email last bounced; null if none did.
             */
            bounced_at: string | null;
            /** @description True if the customer marked an email as spam. */
            complained: boolean;
            /**
             * Format: date-time
             * @description When the customer last complained; null if never.
             */
            complained_at: string | null;
            /** @description The email about the message. Null if none was considered. */
            email: components["schemas"]["EmailDelivery"] | null;
            /** @description The newest text about the message. Null if the channel was never considered. */
            sms: components["schemas"]["SmsDelivery"] | null;
            /** @description The newest WhatsApp message about the message. Null if the channel was never considered. */
            whatsapp: components["schemas"]["WhatsAppDelivery"] | null;
            /** @description Set if no email was attempted; a later email clears it. */
            not_sent: components["schemas"]["NotSent"] | null;
            /** @description Set if the email will not be delivered; a later report of delivery clears it. */
            failed: components["schemas"]["EmailFailure"] | null;
        };
        /** @description The email about a message: the one that is pending, else the newest. */
        EmailDelivery: {
            /**
             * @description `scheduled` for `send_at`, `queued`, `retrying` after a refusal, `sent`: the provider accepted it, `delivered`, `bounced`, `failed`, `skipped` by a gate, or `cancelled`.
             * @enum {string}
             */
            state: "scheduled" | "queued" | "retrying" | "sent" | "delivered" | "bounced" | "failed" | "skipped" | "cancelled";
            /** @description How often the email was submitted. */
            attempts: number;
            /**
             * Format: date-time
             * @description When a refused email is submitted again; null if it is not.
             */
            next_attempt_at: string | null;
            /** @description The last problem; null if there was none, or if the email was delivered since. */
            last_error: components["schemas"]["EmailError"] | null;
        };
        /** @description The last problem of an email. */
        EmailError: {
            /**
             * @description What went wrong: the provider `refused` the email, could not be reached (`never_reached`), gave no clear response (`unknown`), or reported that it `bounced`.
             * @enum {string}
             */
            code: "accepted" | "refused" | "never_reached" | "unknown" | "delivered" | "read" | "bounced" | "failed" | "no_report";
            /** @description A code of the protocol or of the provider, such as `smtp 451 4.7.1`; null if none. */
            detail: string | null;
            /** @description What the provider wrote, as one line; null if it wrote nothing. */
            words: string | null;
        };
        /** @description The email was attempted and will not be delivered. */
        EmailFailure: {
            reason: components["schemas"]["EmailFailureReason"];
            /**
             * Format: date-time
             * @description When the attempts ended.
             */
            at: string;
        };
        /**
         * @description Why an email that was attempted will not be delivered. Treat a reason that you do not know as failed.
         * @enum {string}
         */
        EmailFailureReason: "esp_refused" | "retries_exhausted" | "outcome_unknown";
        /** @description Of `webhook_endpoint_failing` and `webhook_endpoint_disabled`. */
        EndpointNotice: {
            /** @description The webhook endpoint of the business. */
            endpoint_id: string;
            /** @description Events in a row whose attempts all failed. At 20 the endpoint is disabled. */
            consecutive_failures: number;
        };
        /** @description Deleted records by kind. */
        ErasedCounts: {
            /** @description Messages in the inbox. */
            messages: number;
            /** @description Events in the log, of any type. */
            delivery_events: number;
            /** @description Every text to the recipient, including cancelled ones. */
            sms_sends: number;
            /** @description Every WhatsApp message to the recipient, including cancelled ones. */
            whatsapp_sends: number;
            /** @description Replies of the recipient. */
            whatsapp_replies: number;
            /** @description The record with number, consents and unsubscription: 1 or 0. */
            recipients: number;
            /** @description Copies of events on their way to webhook endpoints, and the record of those that arrived. */
            webhook_deliveries: number;
            /** @description Copies in responses stored for idempotent replay. */
            api_responses: number;
            /** @description Pending sends on any channel that were cancelled. */
            cancelled_sends: number;
        };
        /** @description An erasure, by `kind`. It does not name the person. */
        Erasure: components["schemas"]["RecipientErasure"] | components["schemas"]["WhatsAppErasure"];
        /** @description A page of erasures, newest first. */
        ErasureList: {
            /** @description The items of this page. */
            items: components["schemas"]["Erasure"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description What was deleted and what was retained. All zeros for an unknown address. */
        ErasureReport: {
            /** @description How many records of each kind were deleted. */
            deleted: components["schemas"]["ErasedCounts"];
            /** @description How many records were retained, so that the customer is not contacted again. */
            kept: components["schemas"]["RetainedCounts"];
        };
        /** @description Of `erasure_requested`. */
        ErasureRequestNotice: {
            /** @description The internal id of the recipient. It contains no address. */
            recipient_id: string;
        };
        /**
         * @description A type of event. A receiver ignores a type that it does not know.
         * @enum {string}
         */
        EventType: "message.delivered" | "message.opened" | "message.bounced" | "message.failed" | "message.complained" | "message.not_sent" | "sms.delivered" | "sms.failed" | "sms.rejected" | "whatsapp.delivered" | "whatsapp.failed" | "whatsapp.rejected" | "whatsapp.read" | "whatsapp.inbound_message" | "credits.low_balance" | "plan.past_due" | "plan.lapsed" | "plan.allowance_exceeded" | "recipient.erasure_requested" | "api_key.created" | "api_key.revoked" | "notice.created" | "ping";
        /** @description How many credits to add or to take, and why. */
        GrantCreditsRequest: {
            /** @description Credits to add. A negative number takes credits away; zero changes nothing and returns the balance. */
            amount: number;
            /** @description Why, for the ledger: an invoice, a purchase, a goodwill credit. */
            note?: string | null;
        };
        /** @description The balance after the change. */
        GrantedBalance: {
            /** @description The credits of the business after the change. */
            balance: number;
        };
        /** @description Why sending is paused. */
        HoldSendingRequest: {
            /** @description Why sending is paused, for other operators. Without data of a recipient. */
            note: string;
        };
        /** @description Of `installation_paused`. */
        InstallationNotice: {
            /**
             * @description Why sending is paused, as in `GET /operator/v1/sending`.
             * @enum {string}
             */
            reason: "other_database" | "went_back" | "old_work" | "operator";
            /**
             * Format: date-time
             * @description When a process last used the database before.
             */
            last_seen_at: string;
        };
        /** @description An invitation that was neither accepted nor revoked. */
        Invitation: {
            /** @description The id of the invitation. It begins with `inv_`. */
            id: string;
            /** @description The address of the person. */
            email: string;
            /**
             * @description `owner` may do everything, `support` helps customers and erases, `developer` helps customers, `viewer` reads.
             * @enum {string}
             */
            role: "owner" | "developer" | "support" | "viewer";
            /**
             * Format: date-time
             * @description When the invitation was sent.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when its link works. An expired invitation can be sent again.
             */
            expires_at: string;
        };
        /** @description The open invitations of a business, newest first. */
        InvitationList: {
            /** @description The open invitations. */
            items: components["schemas"]["Invitation"][];
        };
        /** @description Whom to invite, and as what. */
        InviteMemberRequest: {
            /**
             * Format: email
             * @description The address that is invited.
             */
            email: string;
            /**
             * @description `owner` may do everything, `support` helps customers and erases, `developer` helps customers, `viewer` reads.
             * @enum {string}
             */
            role: "owner" | "developer" | "support" | "viewer";
        };
        /** @description Of `api_key_created` and `api_key_revoked`. */
        KeyNotice: {
            /** @description The key that was created or revoked. */
            key_id: string;
            /** @description The name of that key. */
            name: string;
            /** @description That key, masked. */
            masked: string;
            /** @description The key that made the change. Null for an operator. */
            by_key_id: string | null;
            /** @description The key that made the change, masked. Null for an operator. */
            by_masked: string | null;
            /** @description Only of `api_key_revoked`: how many keys were revoked, this one and its descendants. */
            revoked?: number;
            /** @description True: further changes by keys of the business within the hour cause no notice, only events. */
            is_last_of_hour: boolean;
        };
        /** @description A page of the credit ledger, newest first. */
        Ledger: {
            /** @description The items of this page. */
            items: components["schemas"]["LedgerEntry"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description One change of the balance of a business. */
        LedgerEntry: {
            /** @description The id of the entry, with the prefix `led_`. */
            id: string;
            /** @description The change of the balance. Negative for a charge and for a correction. */
            delta: number;
            /**
             * @description A grant or a correction is made by an operator. A charge is the price of a paid nudge, and a refund returns it.
             * @enum {string}
             */
            kind: "grant" | "correction" | "charge" | "refund";
            /** @description The paid nudge of a charge or a refund: both have the same id. Null for a grant and a correction. */
            send_id: string | null;
            /** @description The note of the operator. Null for charges and refunds. */
            note: string | null;
            /**
             * Format: date-time
             * @description When the balance changed.
             */
            at: string;
        };
        /** @description A key of the business, active or not. Its secret is not shown. */
        ListedKey: {
            /** @description The id of the key. It begins with `key_`. */
            id: string;
            /** @description The name that was given when the key was created. */
            name: string;
            /** @description The prefix of the key, four asterisks and its last four characters. */
            masked: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created: string;
            /** @description The id of the key that created this one, also if it is detached. Null for a key from the dashboard. */
            minted_by: string | null;
            /** @description What the key may do. Null: everything. */
            scopes: components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description When the key stops working. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description The beginning of the hour in which the key was last used; null before the first use.
             */
            last_used_at: string | null;
            /** @description True: it survives the revocation of the key that created it. */
            detached: boolean;
            /** @description False for a key that is revoked or has expired. */
            active: boolean;
            /**
             * Format: date-time
             * @description When the key was revoked; null if it was not.
             */
            revoked_at: string | null;
        };
        /** @description The picture. */
        LogoRequest: {
            /** @description A PNG in base64, with at most 24 KiB and 640 by 320 pixels. */
            png: string;
        };
        /** @description A person who works for a business, on both of its sides. */
        Member: {
            /** @description The id of the person. It begins with `per_`. */
            id: string;
            /** @description The name of the person. */
            name: string;
            /** @description The address of the person. */
            email: string;
            /**
             * @description `owner` may do everything, `support` helps customers and erases, `developer` helps customers, `viewer` reads.
             * @enum {string}
             */
            role: "owner" | "developer" | "support" | "viewer";
            /**
             * Format: date-time
             * @description Since when the person is a member.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the person was last in the dashboard of this business, on either side. Null if never.
             */
            seen_at: string | null;
        };
        /** @description The members of a business, in the order in which they joined. */
        MemberList: {
            /** @description The members, at most 100. */
            items: components["schemas"]["Member"][];
        };
        /** @description A message without its text, and what became of it. */
        MessageItem: {
            /** @description The id of the message. It begins with `msg_`. */
            id: string;
            /** @description The address as it was first given, trimmed and lower-cased. */
            recipient_email: string;
            /** @description The subject as it was pushed. */
            subject: string;
            kind: components["schemas"]["MessageKind"];
            status: components["schemas"]["MessageStatus"];
            /** @description The order number of the newest push; null if it had none. */
            reference: string | null;
            /** @description The order status of the newest push; null if it had none. A plain string, because statuses can be added and an unknown one is returned unchanged. */
            order_status: string | null;
            /**
             * Format: date-time
             * @description When the earliest nudge that waits for `send_at` is sent; null if none waits.
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When the message was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the message was last pushed.
             */
            updated_at: string;
            delivery: components["schemas"]["Delivery"];
        };
        /**
         * @description `one_off` is always a new message. `updateable` replaces the active message with the same recipient and subject, or creates one.
         * @enum {string}
         */
        MessageKind: "one_off" | "updateable";
        /** @description A page of messages, newest first. */
        MessageList: {
            /** @description The items of this page. */
            items: components["schemas"]["MessageItem"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description `active`; `obsolete` after a later push named it in `obsoletes`; `retracted` after a retraction. The inbox shows all of them.
         * @enum {string}
         */
        MessageStatus: "active" | "obsolete" | "retracted";
        /** @description The new key, with its secret. */
        NewApiKey: {
            /** @description The id of the key. It begins with `key_`. */
            id: string;
            /** @description The name that was given when the key was created. */
            name: string;
            /** @description The prefix of the key, four asterisks and its last four characters. */
            masked: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created: string;
            /** @description The id of the key that created this one, also if it is detached. Null for a key from the dashboard. */
            minted_by: string | null;
            /** @description What the key may do. Null: everything. */
            scopes: components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description When the key stops working. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description The beginning of the hour in which the key was last used; null before the first use.
             */
            last_used_at: string | null;
            /** @description The full key. It is shown this once: store it where secrets are stored. */
            key: string;
        };
        /** @description The new business with its first keys. */
        NewBusiness: {
            /** @description The id of the business, with the prefix `biz_`. */
            id: string;
            /**
             * @description In mode `live` nudges are sent to providers. In mode `test` the built-in provider takes them. The keys begin with `td_live_` or `td_test_`.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description The test side of a live business. Null for a test business, and for a business of an earlier release until the maintenance has created it. */
            test_business_id: string | null;
            /** @description The live business that this test side belongs to. Null for any other business. */
            live_business_id: string | null;
            /** @description The name of the shop. Its customers read it in emails, texts, WhatsApp messages and the inbox. */
            name: string;
            /** @description The country of phone numbers in national format, ISO 3166-1 alpha-2. Null: only numbers in international format are accepted. */
            country: string | null;
            /**
             * Format: email
             * @description The address of the owner, for notices about problems. Null: the owner gets none.
             */
            contact_email: string | null;
            /** @description The name that customers read instead of `name`, in emails, texts, WhatsApp messages and the inbox. Null: `name`. */
            sender_name: string | null;
            /** @description The colour of links and buttons in emails and the inbox, such as `#0b57a4`. It is darkened or lightened where it would not be readable. Null: the colours of the service. */
            brand_colour: string | null;
            /** @description Where customers reach the shop, in its own words. It is shown in emails and the inbox. Null: nothing is shown. */
            customer_contact: string | null;
            /**
             * Format: email
             * @description Where replies to emails go. Null: to the address of the service that sends them.
             */
            reply_to: string | null;
            /**
             * @description The language of the service’s own words in emails and texts, and in the inbox for a reader whose browser names none that it has.
             * @enum {string}
             */
            language: "en" | "de" | "fr" | "es" | "nl";
            /** @description False: requests with keys of the business get 403 `business.inactive`, and nothing is sent for it. */
            active: boolean;
            /** @description True: pushes are stored and shown in the inbox, and no nudge is sent (`sending_paused`). The service sets it when too many emails are marked as spam. */
            sending_paused: boolean;
            /**
             * @description `active`: paid. `past_due`: a payment is late; emails are sent, and `plan.past_due` is published. `lapsed`: emails are skipped as `plan_lapsed`, and `plan.lapsed` is published.
             * @enum {string}
             */
            plan: "active" | "past_due" | "lapsed";
            /**
             * @description Whether the business sends texts. `not_enabled`: never enabled. `off`: switched off. `on`: sent with every nudge. `on_request`: only when a push names the channel.
             * @enum {string}
             */
            sms: "not_enabled" | "off" | "on" | "on_request";
            /**
             * @description Whether the business sends WhatsApp messages. `not_enabled`: never enabled. `off`: switched off. `on`: sent with every nudge. `on_request`: only when a push names the channel.
             * @enum {string}
             */
            whatsapp: "not_enabled" | "off" | "on" | "on_request";
            /** @description The destinations of paid nudges. Null: all destinations that are not closed. */
            countries: string[] | null;
            /** @description Emails in a UTC day. Beyond it an email is not sent (`daily_cap_reached`). A new business has 10,000. */
            email_daily_cap: number;
            /** @description Texts in a UTC day during the first 14 days after SMS is enabled. Beyond it a text is skipped as `sms_warmup_cap_reached`. A new business has 100. */
            sms_warmup_cap: number;
            /** @description Emails in a calendar month that the plan includes. When they are used up, `plan.allowance_exceeded` is published, and emails are still sent. Null: no allowance. */
            email_allowance: number | null;
            /** @description Credits. When the balance falls below it, `credits.low_balance` is published. A new business has 50. */
            low_balance_threshold: number;
            /** @description Requests of the business per second and process, with bursts of twice as many. Beyond it a request gets 429 `common.rate_limited`. A new business has 200. */
            rate_limit_per_second: number;
            /** @description Texts to one number in an hour. Beyond it a text is skipped as `rate_limited`. A new business has 60. */
            sms_per_number_per_hour: number;
            /** @description Texts to one number in 24 hours. Beyond it a text is skipped as `rate_limited`. A new business has 240. */
            sms_per_number_per_day: number;
            /** @description Credits for texts in a UTC day. Beyond it a text is skipped as `platform_limited`. A new business has 5,000. */
            sms_credits_per_day: number;
            /** @description Texts in an hour to numbers that differ only in their last four digits. Beyond it a text is skipped as `platform_limited`. A new business has 200. */
            sms_per_prefix_per_hour: number;
            /** @description Pushes accepted in a UTC day. Beyond it a push gets 429 `quota.messages_per_day`. A new business has 1,000,000. */
            messages_per_day: number;
            /** @description Messages stored at once. Beyond it a push that creates one gets 409 `quota.stored_messages`. A new business has 10,000,000. */
            stored_messages: number;
            /** @description Messages that have not changed for so many days are deleted. Null: they are not deleted. */
            message_retention_days: number | null;
            /** @description Whether the inbox shows a logo. `PUT /operator/v1/businesses/{business_id}/logo` sets it. */
            has_logo: boolean;
            /**
             * Format: date-time
             * @description When the business was created.
             */
            created_at: string;
            /** @description The first API key of the business. No later response shows it. */
            api_key: string;
            /** @description The first API key of the test side. No later response shows it. Null for a test business. */
            test_api_key: string | null;
        };
        /** @description The new operator, with the token. */
        NewOperator: {
            /** @description The id of the operator, with the prefix `opr_`. */
            id: string;
            /** @description The name of the person. The audit log shows it with each change. */
            name: string;
            /**
             * @description `support` reads, records stops, revokes keys and lifts suppressions. `finance` reads, grants credits and sets prices. `admin` may do everything.
             * @enum {string}
             */
            role: "support" | "finance" | "admin";
            /**
             * Format: email
             * @description The address with which the person signs in to the dashboard. Null: they cannot.
             */
            email: string | null;
            /**
             * Format: date-time
             * @description When the operator was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the token was revoked. Null while it is valid.
             */
            revoked_at: string | null;
            /** @description The token of the operator. No later response shows it. */
            token: string;
        };
        /** @description No email was attempted. */
        NotSent: {
            reason: components["schemas"]["NotSentReason"];
            /**
             * Format: date-time
             * @description When it was decided.
             */
            at: string;
        };
        /**
         * @description Why no email was attempted: a skip reason, the daily cap, or a retraction.
         * @enum {string}
         */
        NotSentReason: "business_inactive" | "sending_paused" | "plan_lapsed" | "unsubscribed" | "suppressed" | "platform_suppressed" | "daily_cap_reached" | "retracted";
        /** @description Something that needs the attention of the operator or the owner of a business. */
        Notice: {
            /** @description The id of the notice, with the prefix `ntc_`. */
            id: string;
            /** @description The business that it is about. Null when it is about the whole installation. */
            business_id: string | null;
            /**
             * @description What happened. It decides which fields `detail` has.
             * @enum {string}
             */
            kind: "sending_paused" | "webhook_endpoint_failing" | "webhook_endpoint_disabled" | "quota_nearly_reached" | "quota_reached" | "sms_spend_nearly_reached" | "sms_spend_reached" | "sms_prefix_limited" | "erasure_requested" | "api_key_created" | "api_key_revoked" | "installation_paused";
            /** @description The figures. Its fields depend on `kind`. */
            detail: components["schemas"]["ComplaintNotice"] | components["schemas"]["EndpointNotice"] | components["schemas"]["QuotaNotice"] | components["schemas"]["TextSpendNotice"] | components["schemas"]["TextPrefixNotice"] | components["schemas"]["ErasureRequestNotice"] | components["schemas"]["KeyNotice"] | components["schemas"]["InstallationNotice"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
        };
        /** @description A page of notices, newest first. */
        NoticeList: {
            /** @description The items of this page. */
            items: components["schemas"]["Notice"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A person who runs the service. The token is not shown. */
        Operator: {
            /** @description The id of the operator, with the prefix `opr_`. */
            id: string;
            /** @description The name of the person. The audit log shows it with each change. */
            name: string;
            /**
             * @description `support` reads, records stops, revokes keys and lifts suppressions. `finance` reads, grants credits and sets prices. `admin` may do everything.
             * @enum {string}
             */
            role: "support" | "finance" | "admin";
            /**
             * Format: email
             * @description The address with which the person signs in to the dashboard. Null: they cannot.
             */
            email: string | null;
            /**
             * Format: date-time
             * @description When the operator was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the token was revoked. Null while it is valid.
             */
            revoked_at: string | null;
        };
        /** @description The operators, revoked ones too, newest first. */
        OperatorList: {
            /** @description The newest 1,000 operators. */
            items: components["schemas"]["Operator"][];
        };
        /** @description A message of any business without its text, and what became of it. */
        OperatorMessage: {
            /** @description The id of the message. It begins with `msg_`. */
            id: string;
            /** @description The address as it was first given, trimmed and lower-cased. */
            recipient_email: string;
            /** @description The subject as it was pushed. */
            subject: string;
            kind: components["schemas"]["MessageKind"];
            status: components["schemas"]["MessageStatus"];
            /** @description The order number of the newest push; null if it had none. */
            reference: string | null;
            /** @description The order status of the newest push; null if it had none. A plain string, because statuses can be added and an unknown one is returned unchanged. */
            order_status: string | null;
            /**
             * Format: date-time
             * @description When the earliest nudge that waits for `send_at` is sent; null if none waits.
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When the message was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the message was last pushed.
             */
            updated_at: string;
            delivery: components["schemas"]["Delivery"];
            /** @description The id of the business that pushed the message. */
            business_id: string;
        };
        /** @description The new number of a recipient. */
        PhoneRequest: {
            /** @description The mobile number, preferably E.164. A number in national format is read by the country of the business. */
            phone: string;
        };
        /** @description Of `quota_nearly_reached` (at 80 %) and `quota_reached`. */
        QuotaNotice: {
            /**
             * @description The setting of the business.
             * @enum {string}
             */
            quota: "messages_per_day" | "stored_messages";
            /** @description Messages pushed today (UTC), or messages stored. */
            used: number;
            /** @description The value of the setting. */
            limit: number;
        };
        /** @description An erasure of a recipient. */
        RecipientErasure: {
            /** @description The id of the erasure, with the prefix `era_`. */
            id: string;
            /**
             * Format: date-time
             * @description When the data was erased.
             */
            at: string;
            /**
             * @description All data of a recipient was erased.
             * @enum {string}
             */
            kind: "recipient";
            counts: components["schemas"]["ErasureReport"];
        };
        /** @description The number of a recipient, and whether texts may be sent to it. */
        RecipientSms: {
            /** @description The address as it was first given, trimmed and lower-cased. */
            recipient_email: string;
            /** @description The number, masked: its first three and its last three characters. Null if there is none. */
            phone: string | null;
            /**
             * @description `none`: no number was ever accepted. `active`: texts may be sent. `stopped`: the customer opted out.
             * @enum {string}
             */
            sms_status: "none" | "active" | "stopped";
            /**
             * Format: date-time
             * @description When a number was first accepted for this recipient. Written once; null if there never was one.
             */
            sms_consent_at: string | null;
            /**
             * @description How the first number was set: by `recipient_phone` of a push, by this interface, or by the operator. Written once.
             * @enum {string|null}
             */
            sms_consent_source: "push" | "api" | "admin" | null;
            /**
             * Format: date-time
             * @description When the customer opted out; null if no stop is in force.
             */
            sms_stopped_at: string | null;
            /**
             * @description How the customer opted out: by a text, in the inbox, or through the operator. START lifts only a stop by text.
             * @enum {string|null}
             */
            sms_stop_source: "text" | "inbox" | "admin" | null;
        };
        /** @description The stop is recorded. */
        RecordedStop: {
            /**
             * @description The channel that the recipient opted out of.
             * @enum {string}
             */
            stopped: "sms" | "whatsapp";
        };
        /** @description The unsubscription is recorded. */
        RecordedUnsubscription: {
            /** @description True: the business sends the recipient nothing any more. */
            unsubscribed: boolean;
        };
        /** @description What to do with the nudges that may have been sent. */
        ReleaseSendingRequest: {
            /**
             * @description What to do with the nudges that may have been sent, after a restore. It has no effect after a hold. `abandon`: record their outcome as unknown, publish it, and never send them. `send`: send them, perhaps for the second time.
             * @default abandon
             * @enum {string}
             */
            due_work?: "abandon" | "send";
        };
        /** @description The state after the release. */
        ReleasedSending: {
            /**
             * @description Whether nudges of live businesses are sent.
             * @enum {string}
             */
            sending: "on" | "paused";
            /**
             * @description Why sending is paused. `other_database`: the database is in another location than at the last check. `went_back`: it is older than at the last check of a process. `old_work`: no process used it for a day, and work has been due for as long. `operator`: an operator holds it. Null when sending is on.
             * @enum {string|null}
             */
            reason: "other_database" | "went_back" | "old_work" | "operator" | null;
            /** @description Why an operator holds sending, in their words. Null otherwise. */
            note: string | null;
            /**
             * Format: date-time
             * @description When sending was paused. Null when sending is on.
             */
            paused_since: string | null;
            /**
             * Format: date-time
             * @description When a process last used this database. In a restored database: about when the dump was made.
             */
            last_seen_at: string;
            /** @description Due nudges from before the pause. After a restore they may have been sent; during a hold they stay queued. At most 1,000 are counted. */
            due_nudges: number;
            /** @description True if there may be more due nudges than were counted. */
            due_nudges_truncated: boolean;
            /**
             * Format: date-time
             * @description When the oldest of them became due. Null when there are none.
             */
            oldest_due_at: string | null;
            /** @description How many nudges were abandoned. */
            abandoned: number;
        };
        /** @description Retained records by kind. */
        RetainedCounts: {
            /** @description Suppressions of the address: a bounce, a complaint or an unsubscription, as a digest. */
            email_suppressions: number;
            /** @description Opt-outs of the number, as a digest. */
            sms_opt_outs: number;
            /** @description Opt-outs of the number, as a digest: a stop, or consent that was withdrawn for good, of the address too. */
            whatsapp_opt_outs: number;
        };
        /**
         * @description What a key may do. Each operation requires one scope (`x-scope`).
         * @enum {string}
         */
        Scope: "messages:write" | "messages:read" | "recipients" | "erasure" | "webhooks" | "keys" | "credits";
        /** @description Whether sending is on, and what waits. */
        SendingState: {
            /**
             * @description Whether nudges of live businesses are sent.
             * @enum {string}
             */
            sending: "on" | "paused";
            /**
             * @description Why sending is paused. `other_database`: the database is in another location than at the last check. `went_back`: it is older than at the last check of a process. `old_work`: no process used it for a day, and work has been due for as long. `operator`: an operator holds it. Null when sending is on.
             * @enum {string|null}
             */
            reason: "other_database" | "went_back" | "old_work" | "operator" | null;
            /** @description Why an operator holds sending, in their words. Null otherwise. */
            note: string | null;
            /**
             * Format: date-time
             * @description When sending was paused. Null when sending is on.
             */
            paused_since: string | null;
            /**
             * Format: date-time
             * @description When a process last used this database. In a restored database: about when the dump was made.
             */
            last_seen_at: string;
            /** @description Due nudges from before the pause. After a restore they may have been sent; during a hold they stay queued. At most 1,000 are counted. */
            due_nudges: number;
            /** @description True if there may be more due nudges than were counted. */
            due_nudges_truncated: boolean;
            /**
             * Format: date-time
             * @description When the oldest of them became due. Null when there are none.
             */
            oldest_due_at: string | null;
        };
        /** @description The time after the move. */
        ServiceClock: {
            /**
             * Format: date-time
             * @description The time on the clock of the service.
             */
            now: string;
        };
        /** @description Emails to an address are skipped as `platform_suppressed`, for every live business. */
        SharedSuppression: {
            /** @description The id of the suppression, with the prefix `sup_`. It does not show the address. */
            id: string;
            /**
             * Format: date-time
             * @description The last permanent bounce that a provider reported.
             */
            bounced_at: string;
            /**
             * Format: date-time
             * @description When the suppression ends: 90 days after the last permanent bounce.
             */
            expires_at: string;
        };
        /** @description What became of the texts about a message. */
        SmsDelivery: {
            /**
             * @description The state of the newest send; null if none was made. `failed` is charged, because it may have arrived; `rejected` was certainly not sent and is refunded.
             * @enum {string|null}
             */
            state: "queued" | "delivered" | "failed" | "rejected" | null;
            /** @description Why the newest nudge on this channel was skipped; null if it was not. An earlier send stays visible in the other fields. */
            skipped_reason: components["schemas"]["SmsSkipReason"] | null;
            /** @description Why the newest send was rejected or failed; else null. */
            error_code: components["schemas"]["SmsFailureCode"] | null;
            /** @description What the newest send cost in credits, net of refunds. */
            credits: number;
            /**
             * Format: date-time
             * @description The deadline of the escalation of the newest send; null without one.
             */
            escalates_at: string | null;
            /**
             * Format: date-time
             * @description When the newest send was created; null if none was made.
             */
            queued_at: string | null;
            /**
             * Format: date-time
             * @description When it was delivered; null before.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was rejected or failed; else null.
             */
            failed_at: string | null;
        };
        /**
         * @description Why a text was rejected or failed.
         * @enum {string}
         */
        SmsFailureCode: "sms.submit_refused" | "sms.never_submitted" | "sms.submit_outcome_unknown" | "sms.carrier_failed" | "sms.no_report";
        /** @description A destination of texts. */
        SmsPrice: {
            /** @description The destination, ISO 3166-1 alpha-2. GG, JE and IM are part of GB. */
            country: string;
            /** @description The price of a text in credits. */
            credits: number;
            /** @description Whether texts are sent there. Texts to a closed destination are skipped as `country_not_allowed`. */
            open: boolean;
        };
        /** @description A page of destinations, in the order of their codes. */
        SmsPriceList: {
            /** @description The items of this page. */
            items: components["schemas"]["SmsPrice"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Why no text is sent. The first reason that applies is given, and nothing is charged.
         * @enum {string}
         */
        SmsSkipReason: "sms_not_enabled" | "sms_disabled" | "disabled_by_request" | "sending_paused" | "unsubscribed" | "stopped" | "phone_conflict" | "no_phone" | "country_not_allowed" | "rate_limited" | "platform_limited" | "insufficient_credit" | "sms_warmup_cap_reached";
        /** @description The channel to stop. */
        StopRequest: {
            /**
             * @description The channel that the recipient opted out of.
             * @enum {string}
             */
            channel: "sms" | "whatsapp";
        };
        /** @description A page of shared suppressions, newest first. */
        SuppressionList: {
            /** @description The items of this page. */
            items: components["schemas"]["SharedSuppression"][];
            /** @description Pass it as `cursor` to read the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description What the synchronisation did with one template. */
        SyncedTemplate: {
            /**
             * @description The order status that the template announces.
             * @enum {string}
             */
            order_status: "confirmed" | "shipped" | "ready_for_pickup" | "delivered" | "cancelled" | "refunded" | "delayed";
            /** @description The name of the template at the platform. */
            name: string;
            /**
             * @description What was done. `created`: the platform lacked the template and has it now. `state_changed`: it exists, and another state was recorded. `unchanged`: the recorded state was correct. `failed`: the platform refused to create it.
             * @enum {string}
             */
            action: "created" | "state_changed" | "unchanged" | "failed";
            /**
             * @description The review state that is recorded now. Only an approved template is sent.
             * @enum {string}
             */
            state: "approved" | "in_review" | "paused" | "rejected";
            /** @description The status at the platform, such as `APPROVED`. Null if it does not list the template. */
            platform_status: string | null;
            /** @description The category at the platform. It charges more for another one than `UTILITY`. Null if it does not list the template. */
            category: string | null;
            /** @description Why the platform refused to create the template, in its words. Null if it did not. */
            problem: string | null;
        };
        /** @description What the synchronisation did with each template. */
        SyncedTemplateList: {
            /** @description One template for each order status. */
            items: components["schemas"]["SyncedTemplate"][];
        };
        /** @description The review state of a template. */
        TemplateReview: {
            /**
             * @description The state of the review at the platform. Only an approved template is sent; otherwise the nudge is skipped as `template_not_sendable`.
             * @enum {string}
             */
            state: "approved" | "in_review" | "paused" | "rejected";
        };
        /** @description Of `sms_prefix_limited`. The numbers are left out, because a notice is not erased with a recipient. */
        TextPrefixNotice: {
            /** @description The country of the numbers. Null if it is not known. */
            destination: string | null;
            /** @description The setting `sms_per_prefix_per_hour` of the business. */
            limit: number;
        };
        /** @description Of `sms_spend_nearly_reached` (at 80 %) and `sms_spend_reached`. */
        TextSpendNotice: {
            /** @description Credits that the texts of today (UTC) cost. */
            used: number;
            /** @description The setting `sms_credits_per_day` of the business. */
            limit: number;
        };
        /** @description The life of a message. */
        Timeline: {
            /** @description The newest 200 entries, oldest first. */
            items: components["schemas"]["TimelineEntry"][];
            /** @description True if there were earlier entries, which are not shown. */
            truncated: boolean;
        };
        /** @description The nudge was cancelled before it was submitted. */
        TimelineCancelled: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "cancelled";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineCancelledData"];
        };
        /** @description The facts of `cancelled`. */
        TimelineCancelledData: {
            /**
             * @description The message was `retracted`, it was `opened` before the escalation, or a push `replaced` the nudge.
             * @enum {string}
             */
            cause: "retracted" | "opened" | "replaced";
        };
        /** @description The balance was charged. */
        TimelineCharged: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "charged";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineChargedData"];
        };
        /** @description The facts of `charged`. */
        TimelineChargedData: {
            /** @description The amount in credits. */
            credits: number;
        };
        /** @description Something that happened to a message. `kind` determines the fields of `data`. */
        TimelineEntry: components["schemas"]["TimelinePushed"] | components["schemas"]["TimelineResent"] | components["schemas"]["TimelineQueued"] | components["schemas"]["TimelineScheduled"] | components["schemas"]["TimelineEscalationScheduled"] | components["schemas"]["TimelineFallback"] | components["schemas"]["TimelineSkipped"] | components["schemas"]["TimelineCancelled"] | components["schemas"]["TimelineSubmitted"] | components["schemas"]["TimelineReport"] | components["schemas"]["TimelineNoReport"] | components["schemas"]["TimelineOpened"] | components["schemas"]["TimelineRetracted"] | components["schemas"]["TimelineObsoleted"] | components["schemas"]["TimelineCharged"] | components["schemas"]["TimelineRefunded"] | components["schemas"]["TimelineEventPublished"] | components["schemas"]["TimelineWebhookAttempt"] | components["schemas"]["TimelineWebhookDropped"];
        /** @description The nudge is sent at its deadline, unless the customer opens the message before. */
        TimelineEscalationScheduled: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "escalation_scheduled";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineEscalationScheduledData"];
        };
        /** @description The facts of `escalation_scheduled`. */
        TimelineEscalationScheduledData: {
            /**
             * Format: date-time
             * @description The deadline.
             */
            escalates_at: string;
        };
        /** @description An event was published. Events are stored for 30 days. */
        TimelineEventPublished: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "event_published";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineEventPublishedData"];
        };
        /** @description The facts of `event_published`. */
        TimelineEventPublishedData: {
            /** @description The id of the event. It begins with `evt_`. */
            event_id: string;
            /** @description The type of the event. */
            type: components["schemas"]["EventType"];
        };
        /** @description The nudge replaces one on another channel that was not delivered. */
        TimelineFallback: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "fallback";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineFallbackData"];
        };
        /** @description The facts of `fallback`. */
        TimelineFallbackData: {
            /** @description The channel of the nudge that was not delivered. */
            for: components["schemas"]["Channel"];
        };
        /** @description An API key, without its secret. */
        TimelineKey: {
            /** @description The id of the key. It begins with `key_`. */
            id: string;
            /** @description The name of the key. */
            name: string;
            /** @description The prefix of the key, four asterisks and its last four characters. */
            masked: string;
        };
        /** @description No delivery report arrived in time, so the outcome stays unknown. */
        TimelineNoReport: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "no_report";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineNoReportData"];
        };
        /** @description The facts of `no_report`. */
        TimelineNoReportData: {
            /** @description The `error_code` of the send. */
            code: string | null;
        };
        /** @description A later push named the message in `obsoletes`. */
        TimelineObsoleted: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "obsoleted";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            /** @description The entry has no further facts. */
            data: null;
        };
        /** @description The customer opened the message in the inbox. Only the last time is recorded. */
        TimelineOpened: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "opened";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            /** @description The entry has no further facts. */
            data: null;
        };
        /** @description A push created or updated the message. Of the updates without nudges only the last is recorded. */
        TimelinePushed: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "pushed";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelinePushedData"];
        };
        /** @description The facts of `pushed`. */
        TimelinePushedData: {
            /** @description True for the push that created the message. */
            created: boolean;
            /** @description The API key that was used. Null if the push was made before keys were recorded. */
            key: components["schemas"]["TimelineKey"] | null;
        };
        /** @description Every gate passed, and the nudge was queued. */
        TimelineQueued: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "queued";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineQueuedData"];
        };
        /** @description The facts of `queued`. */
        TimelineQueuedData: {
            /** @description What the nudge costs in credits. An email costs nothing. */
            credits: number;
        };
        /**
         * @description Why nothing was sent on a channel: the reason of the first gate that refused.
         * @enum {string}
         */
        TimelineReason: "business_inactive" | "sending_paused" | "plan_lapsed" | "unsubscribed" | "suppressed" | "platform_suppressed" | "daily_cap_reached" | "retracted" | "sms_not_enabled" | "sms_disabled" | "disabled_by_request" | "stopped" | "phone_conflict" | "no_phone" | "country_not_allowed" | "rate_limited" | "platform_limited" | "insufficient_credit" | "sms_warmup_cap_reached" | "whatsapp_not_enabled" | "whatsapp_disabled" | "not_opted_in" | "not_reachable" | "template_not_sendable";
        /** @description The charge was refunded. */
        TimelineRefunded: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "refunded";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineRefundedData"];
        };
        /** @description The facts of `refunded`. */
        TimelineRefundedData: {
            /** @description The amount in credits. */
            credits: number;
        };
        /** @description A delivery report of the provider. */
        TimelineReport: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "report";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineReportData"];
        };
        /** @description The facts of `report`. */
        TimelineReportData: {
            /**
             * @description What the provider reported. `refused`: it dropped the email before it tried to deliver it. `failed`: it could not deliver a text or a WhatsApp message.
             * @enum {string}
             */
            report: "delivered" | "read" | "bounced" | "complained" | "failed" | "refused";
            /** @description `permanent` or `transient` for a bounce, or the cause of a failure; null if none. */
            code: string | null;
            /** @description What the provider wrote, as one line of at most 500 characters; null if it wrote nothing. */
            words: string | null;
            /** @description True if the report contradicts what was known before. */
            is_contradiction: boolean;
        };
        /** @description A resend was requested for this channel. */
        TimelineResent: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "resent";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineResentData"];
        };
        /** @description The facts of `resent`. */
        TimelineResentData: {
            /** @description The API key that was used. Null if the push was made before keys were recorded. */
            key: components["schemas"]["TimelineKey"] | null;
        };
        /** @description The message was retracted. */
        TimelineRetracted: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "retracted";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            /** @description The entry has no further facts. */
            data: null;
        };
        /** @description Every gate passed, and the nudge waits for `send_at`. */
        TimelineScheduled: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "scheduled";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineScheduledData"];
        };
        /** @description The facts of `scheduled`. */
        TimelineScheduledData: {
            /**
             * Format: date-time
             * @description When it is sent.
             */
            send_at: string;
        };
        /** @description A gate refused the nudge, at the push or when it was due. */
        TimelineSkipped: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "skipped";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineSkippedData"];
        };
        /** @description The facts of `skipped`. */
        TimelineSkippedData: {
            reason: components["schemas"]["TimelineReason"];
        };
        /** @description The nudge was submitted to the provider. */
        TimelineSubmitted: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "submitted";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineSubmittedData"];
        };
        /** @description The facts of `submitted`. */
        TimelineSubmittedData: {
            /** @description The number of the attempt, from 1. */
            attempt: number;
            /**
             * @description `in_progress`; `accepted`; `refused`; `never_reached`: no byte was sent to the provider; `unknown`: the provider may have it, so it is never submitted again.
             * @enum {string}
             */
            outcome: "in_progress" | "accepted" | "refused" | "never_reached" | "unknown";
            /** @description A code of the protocol or of the provider, such as `smtp 550 5.1.1`; null if none. */
            code: string | null;
            /** @description What the provider wrote, as one line of at most 500 characters; null if it wrote nothing. */
            words: string | null;
            /**
             * Format: date-time
             * @description When it is submitted again; null if it is not.
             */
            next_attempt_at: string | null;
        };
        /** @description An event was posted to a webhook endpoint. */
        TimelineWebhookAttempt: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "webhook_attempt";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineWebhookAttemptData"];
        };
        /** @description The facts of `webhook_attempt`. */
        TimelineWebhookAttemptData: {
            /** @description The id of the webhook delivery. It begins with `whd_`. */
            delivery_id: string;
            /** @description The id of the event. It begins with `evt_`. */
            event_id: string;
            /** @description The type of the event. */
            type: components["schemas"]["EventType"];
            /** @description The id of the webhook endpoint. It begins with `whe_`. */
            endpoint_id: string;
            /** @description The number of the attempt, from 1 to 8. */
            attempt: number;
            /** @description True if the endpoint responded with 2xx. */
            is_delivered: boolean;
            /** @description The status of the response; null if there was none. */
            status_code: number | null;
            /** @description Why it failed, such as `timeout`; null if it was delivered. */
            error: string | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /**
             * Format: date-time
             * @description When the next attempt was or is due; null if there is none.
             */
            next_attempt_at: string | null;
        };
        /** @description The event was not posted, because the endpoint was disabled or deleted. */
        TimelineWebhookDropped: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry.
             * @constant
             */
            kind: "webhook_dropped";
            /** @description The channel; null if the entry concerns the message as a whole. */
            channel: components["schemas"]["Channel"] | null;
            /** @description The entry in words, for people. */
            sentence: string;
            data: components["schemas"]["TimelineWebhookDroppedData"];
        };
        /** @description The facts of `webhook_dropped`. */
        TimelineWebhookDroppedData: {
            /** @description The id of the webhook delivery. It begins with `whd_`. */
            delivery_id: string;
            /** @description The id of the event. It begins with `evt_`. */
            event_id: string;
            /** @description The type of the event. */
            type: components["schemas"]["EventType"];
            /** @description The id of the webhook endpoint. It begins with `whe_`. */
            endpoint_id: string;
        };
        /** @description One invalid part of a request. */
        ValidationEntry: {
            /** @description The kind of the error, such as `missing` or `string_too_long`. */
            type: string;
            /** @description Where the error is, such as `["body", "subject"]` or `["header", "Idempotency-Key"]`. */
            loc: (string | number)[];
            /** @description What is wrong, as a sentence for developers. */
            msg: string;
            /** @description The value that was sent. Null if it is large or secret. */
            input: unknown;
        };
        /** @description A webhook endpoint and its health. */
        WebhookEndpoint: {
            /** @description The id of the endpoint. It begins with `whe_`. */
            id: string;
            /** @description Where events are posted. */
            url: string;
            /** @description The types that are posted. Empty: every type. */
            event_types: string[];
            /** @description Your note on the endpoint; null if it has none. */
            description: string | null;
            /** @description The signing secret, masked: `whsec_`, four asterisks and its last four characters. */
            secret: string;
            /** @description True after 20 events in a row could not be delivered. Nothing is posted until it is enabled again. */
            disabled: boolean;
            /** @description Events in a row whose attempts all failed. A success resets it. */
            consecutive_failures: number;
            /**
             * Format: date-time
             * @description When an event was last delivered; null before.
             */
            last_success_at: string | null;
            /** @description The error of the last failed attempt, such as `timeout` or `http_status 500`; null if none failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the endpoint was created.
             */
            created_at: string;
        };
        /** @description What became of the WhatsApp messages about a message. */
        WhatsAppDelivery: {
            /**
             * @description The state of the newest send; null if none was made. `failed` is charged, because it may have arrived; `rejected` was certainly not sent and is refunded.
             * @enum {string|null}
             */
            state: "queued" | "delivered" | "read" | "failed" | "rejected" | null;
            /** @description Why the newest nudge on this channel was skipped; null if it was not. An earlier send stays visible in the other fields. */
            skipped_reason: components["schemas"]["WhatsAppSkipReason"] | null;
            /** @description Why the newest send was rejected or failed; else null. */
            error_code: components["schemas"]["WhatsAppFailureCode"] | null;
            /** @description What the newest send cost in credits, net of refunds. */
            credits: number;
            /**
             * Format: date-time
             * @description The deadline of the escalation of the newest send; null without one.
             */
            escalates_at: string | null;
            /**
             * Format: date-time
             * @description When the newest send was created; null if none was made.
             */
            queued_at: string | null;
            /**
             * Format: date-time
             * @description When it was delivered; null before.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was rejected or failed; else null.
             */
            failed_at: string | null;
            /**
             * Format: date-time
             * @description When the customer read it; null before.
             */
            read_at: string | null;
        };
        /** @description An erasure of the WhatsApp history of a recipient. */
        WhatsAppErasure: {
            /** @description The id of the erasure, with the prefix `era_`. */
            id: string;
            /**
             * Format: date-time
             * @description When the data was erased.
             */
            at: string;
            /**
             * @description The WhatsApp history of a recipient was erased.
             * @enum {string}
             */
            kind: "whatsapp";
            counts: components["schemas"]["WhatsAppErasureReceipt"];
        };
        /** @description What was deleted of the WhatsApp history. */
        WhatsAppErasureReceipt: {
            /** @description Replies that were deleted. */
            replies_erased: number;
            /** @description How many of the deleted replies an email to the business may contain. Delete these emails yourself. */
            replies_a_forward_email_may_have_carried: number;
            /** @description Copies of replies that were removed from queued webhook deliveries. */
            webhook_copies_removed: number;
            /** @description Records that prevented a second acknowledgement of a number. */
            acknowledgement_holds_dropped: number;
            /** @description True if the recipient had consented until now. Consent is withdrawn for good in either case. */
            consent_withdrawn: boolean;
            /**
             * Format: date-time
             * @description When the erasure of this idempotency key ran. A time in the past shows that the response is a replay.
             */
            first_erased_at: string;
        };
        /**
         * @description Why a WhatsApp message was rejected or failed.
         * @enum {string}
         */
        WhatsAppFailureCode: "whatsapp.submit_refused" | "whatsapp.never_submitted" | "whatsapp.submit_outcome_unknown" | "whatsapp.platform_failed" | "whatsapp.no_report";
        /**
         * @description Why no WhatsApp message is sent. The first reason that applies is given, and nothing is charged.
         * @enum {string}
         */
        WhatsAppSkipReason: "whatsapp_not_enabled" | "whatsapp_disabled" | "disabled_by_request" | "sending_paused" | "unsubscribed" | "stopped" | "phone_conflict" | "no_phone" | "country_not_allowed" | "not_opted_in" | "not_reachable" | "template_not_sendable" | "insufficient_credit";
        /** @description A WhatsApp template, which all businesses share. */
        WhatsAppTemplate: {
            /**
             * @description The order status that the template announces.
             * @enum {string}
             */
            order_status: "confirmed" | "shipped" | "ready_for_pickup" | "delivered" | "cancelled" | "refunded" | "delayed";
            /**
             * @description The state of the review at the platform. Only an approved template is sent; otherwise the nudge is skipped as `template_not_sendable`.
             * @enum {string}
             */
            state: "approved" | "in_review" | "paused" | "rejected";
        };
        /** @description All templates, in alphabetical order. */
        WhatsAppTemplateList: {
            /** @description One template for each order status. */
            items: components["schemas"]["WhatsAppTemplate"][];
        };
    };
    responses: {
        /** @description `operator.invalid_token`: The operator token is missing, unknown or revoked. Send the header `Authorization: Bearer <token>` with OPERATOR_TOKEN or with the token of a named operator. An admin creates one with POST /operator/v1/operators. */
        OperatorInvalidToken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "operator.invalid_token";
                };
            };
        };
        /** @description `operator.not_permitted`: The role of this operator does not permit the operation. Use a token whose role permits the operation. The role admin permits all of them. */
        OperatorNotPermitted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "operator.not_permitted";
                };
            };
        };
        /** @description `request.too_large`: The body is larger than this operation accepts: 2 MiB, or 8 MiB for a batch. It was refused before it was read. Send less in one request, for example fewer messages in a batch. The Idempotency-Key is not spent. */
        RequestTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "request.too_large";
                };
            };
        };
        /**
         * @description `common.validation_failed`: The request is malformed. `detail` names every failing part with its location and the problem. Correct the parts in `detail`: `loc` is the path to the part, `msg` the problem. The Idempotency-Key is not spent, so the corrected request can use it.
         *
         *     `request.unstorable_input`: The database refused a character of the text. Remove control characters and unpaired surrogates from the text and send it again. The Idempotency-Key is not spent.
         */
        CommonValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                "Tidings-Warning": components["headers"]["Tidings-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.validation_failed" | "request.unstorable_input";
                    /** @description Every invalid part, at most 100. Present with `common.validation_failed`. */
                    detail?: components["schemas"]["ValidationEntry"][];
                };
            };
        };
        /** @description `common.rate_limited`: Too many requests: of the business in a second, of the business or of the address at the same time, or with a wrong key from the address. Wait for the seconds in Retry-After, then repeat the request with the same Idempotency-Key. Push many messages with POST /api/v1/messages/batch, 100 in a request. */
        CommonRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.rate_limited";
                };
            };
        };
        /** @description `common.internal_error`: The service has an error of its own. It is logged with the id in X-Request-Id. Repeat the request with the same Idempotency-Key. If the error returns, give the X-Request-Id of the response to the operator. */
        CommonInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.internal_error";
                };
            };
        };
        /** @description `common.unavailable`: The service cannot process the request now: its database is unavailable or busy, or it has no capacity left. Wait for the seconds in Retry-After, then repeat the request with the same Idempotency-Key. Extend the wait after each failure. */
        CommonUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.unavailable";
                };
            };
        };
        /** @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded. */
        CommonNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "Tidings-Help": components["headers"]["Tidings-Help"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description What happened. The `Link` header points to the page that explains the code.
                     * @enum {string}
                     */
                    error_code: "common.not_found";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request in the log of the service. Quote it when you report a problem.
         * @example req_01JCV7Q2Z8R5W3X4Y6A9B0C1D2
         */
        "X-Request-Id": string;
        /**
         * @description Names what the service does not know in the request, separated by commas: fields, query parameters, and values of lists that can grow. The request is processed without them.
         * @example body.chanels, query.offset
         */
        "Tidings-Warning": string;
        /**
         * @description The page that explains the error code, with the relation `help`.
         * @example <https://tidings.example/docs/errors/message.not_found>; rel="help"
         */
        Link: string;
        /**
         * @description A sentence for people about this error, where the service knows more than the code states. Its wording can change.
         * @example body.subject: Field required
         */
        "Tidings-Help": string;
        /**
         * @description The scheme of authentication, and what is wrong with the form of the key (RFC 6750).
         * @example Bearer error="invalid_token", error_description="The Authorization header has no key after Bearer."
         */
        "WWW-Authenticate": string;
        /**
         * @description How many requests are left (`r`), and in how many seconds the next is allowed (`t`).
         * @example "business";r=399;t=0
         */
        RateLimit: string;
        /**
         * @description The size of a burst (`q`) and the seconds in which it is refilled (`w`).
         * @example "business";q=400;w=2
         */
        "RateLimit-Policy": string;
        /**
         * @description The seconds after which the same request can be repeated, with the same idempotency key.
         * @example 1
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type AddressSuppressions = components['schemas']['AddressSuppressions'];
export type AdvanceServiceClockRequest = components['schemas']['AdvanceServiceClockRequest'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditList = components['schemas']['AuditList'];
export type AuditValues = components['schemas']['AuditValues'];
export type AuditedPerson = components['schemas']['AuditedPerson'];
export type Business = components['schemas']['Business'];
export type BusinessKeyList = components['schemas']['BusinessKeyList'];
export type BusinessList = components['schemas']['BusinessList'];
export type BusinessSuppression = components['schemas']['BusinessSuppression'];
export type ChangeBusinessRequest = components['schemas']['ChangeBusinessRequest'];
export type ChangeMemberRequest = components['schemas']['ChangeMemberRequest'];
export type ChangeOperatorRequest = components['schemas']['ChangeOperatorRequest'];
export type ChangeSmsPriceRequest = components['schemas']['ChangeSmsPriceRequest'];
export type Channel = components['schemas']['Channel'];
export type ComplaintNotice = components['schemas']['ComplaintNotice'];
export type CreateBusinessRequest = components['schemas']['CreateBusinessRequest'];
export type CreateDashboardKeyRequest = components['schemas']['CreateDashboardKeyRequest'];
export type CreateOperatorRequest = components['schemas']['CreateOperatorRequest'];
export type Delivery = components['schemas']['Delivery'];
export type EmailDelivery = components['schemas']['EmailDelivery'];
export type EmailError = components['schemas']['EmailError'];
export type EmailFailure = components['schemas']['EmailFailure'];
export type EmailFailureReason = components['schemas']['EmailFailureReason'];
export type EndpointNotice = components['schemas']['EndpointNotice'];
export type ErasedCounts = components['schemas']['ErasedCounts'];
export type Erasure = components['schemas']['Erasure'];
export type ErasureList = components['schemas']['ErasureList'];
export type ErasureReport = components['schemas']['ErasureReport'];
export type ErasureRequestNotice = components['schemas']['ErasureRequestNotice'];
export type EventType = components['schemas']['EventType'];
export type GrantCreditsRequest = components['schemas']['GrantCreditsRequest'];
export type GrantedBalance = components['schemas']['GrantedBalance'];
export type HoldSendingRequest = components['schemas']['HoldSendingRequest'];
export type InstallationNotice = components['schemas']['InstallationNotice'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationList = components['schemas']['InvitationList'];
export type InviteMemberRequest = components['schemas']['InviteMemberRequest'];
export type KeyNotice = components['schemas']['KeyNotice'];
export type Ledger = components['schemas']['Ledger'];
export type LedgerEntry = components['schemas']['LedgerEntry'];
export type ListedKey = components['schemas']['ListedKey'];
export type LogoRequest = components['schemas']['LogoRequest'];
export type Member = components['schemas']['Member'];
export type MemberList = components['schemas']['MemberList'];
export type MessageItem = components['schemas']['MessageItem'];
export type MessageKind = components['schemas']['MessageKind'];
export type MessageList = components['schemas']['MessageList'];
export type MessageStatus = components['schemas']['MessageStatus'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewBusiness = components['schemas']['NewBusiness'];
export type NewOperator = components['schemas']['NewOperator'];
export type NotSent = components['schemas']['NotSent'];
export type NotSentReason = components['schemas']['NotSentReason'];
export type Notice = components['schemas']['Notice'];
export type NoticeList = components['schemas']['NoticeList'];
export type Operator = components['schemas']['Operator'];
export type OperatorList = components['schemas']['OperatorList'];
export type OperatorMessage = components['schemas']['OperatorMessage'];
export type PhoneRequest = components['schemas']['PhoneRequest'];
export type QuotaNotice = components['schemas']['QuotaNotice'];
export type RecipientErasure = components['schemas']['RecipientErasure'];
export type RecipientSms = components['schemas']['RecipientSms'];
export type RecordedStop = components['schemas']['RecordedStop'];
export type RecordedUnsubscription = components['schemas']['RecordedUnsubscription'];
export type ReleaseSendingRequest = components['schemas']['ReleaseSendingRequest'];
export type ReleasedSending = components['schemas']['ReleasedSending'];
export type RetainedCounts = components['schemas']['RetainedCounts'];
export type Scope = components['schemas']['Scope'];
export type SendingState = components['schemas']['SendingState'];
export type ServiceClock = components['schemas']['ServiceClock'];
export type SharedSuppression = components['schemas']['SharedSuppression'];
export type SmsDelivery = components['schemas']['SmsDelivery'];
export type SmsFailureCode = components['schemas']['SmsFailureCode'];
export type SmsPrice = components['schemas']['SmsPrice'];
export type SmsPriceList = components['schemas']['SmsPriceList'];
export type SmsSkipReason = components['schemas']['SmsSkipReason'];
export type StopRequest = components['schemas']['StopRequest'];
export type SuppressionList = components['schemas']['SuppressionList'];
export type SyncedTemplate = components['schemas']['SyncedTemplate'];
export type SyncedTemplateList = components['schemas']['SyncedTemplateList'];
export type TemplateReview = components['schemas']['TemplateReview'];
export type TextPrefixNotice = components['schemas']['TextPrefixNotice'];
export type TextSpendNotice = components['schemas']['TextSpendNotice'];
export type Timeline = components['schemas']['Timeline'];
export type TimelineCancelled = components['schemas']['TimelineCancelled'];
export type TimelineCancelledData = components['schemas']['TimelineCancelledData'];
export type TimelineCharged = components['schemas']['TimelineCharged'];
export type TimelineChargedData = components['schemas']['TimelineChargedData'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type TimelineEscalationScheduled = components['schemas']['TimelineEscalationScheduled'];
export type TimelineEscalationScheduledData = components['schemas']['TimelineEscalationScheduledData'];
export type TimelineEventPublished = components['schemas']['TimelineEventPublished'];
export type TimelineEventPublishedData = components['schemas']['TimelineEventPublishedData'];
export type TimelineFallback = components['schemas']['TimelineFallback'];
export type TimelineFallbackData = components['schemas']['TimelineFallbackData'];
export type TimelineKey = components['schemas']['TimelineKey'];
export type TimelineNoReport = components['schemas']['TimelineNoReport'];
export type TimelineNoReportData = components['schemas']['TimelineNoReportData'];
export type TimelineObsoleted = components['schemas']['TimelineObsoleted'];
export type TimelineOpened = components['schemas']['TimelineOpened'];
export type TimelinePushed = components['schemas']['TimelinePushed'];
export type TimelinePushedData = components['schemas']['TimelinePushedData'];
export type TimelineQueued = components['schemas']['TimelineQueued'];
export type TimelineQueuedData = components['schemas']['TimelineQueuedData'];
export type TimelineReason = components['schemas']['TimelineReason'];
export type TimelineRefunded = components['schemas']['TimelineRefunded'];
export type TimelineRefundedData = components['schemas']['TimelineRefundedData'];
export type TimelineReport = components['schemas']['TimelineReport'];
export type TimelineReportData = components['schemas']['TimelineReportData'];
export type TimelineResent = components['schemas']['TimelineResent'];
export type TimelineResentData = components['schemas']['TimelineResentData'];
export type TimelineRetracted = components['schemas']['TimelineRetracted'];
export type TimelineScheduled = components['schemas']['TimelineScheduled'];
export type TimelineScheduledData = components['schemas']['TimelineScheduledData'];
export type TimelineSkipped = components['schemas']['TimelineSkipped'];
export type TimelineSkippedData = components['schemas']['TimelineSkippedData'];
export type TimelineSubmitted = components['schemas']['TimelineSubmitted'];
export type TimelineSubmittedData = components['schemas']['TimelineSubmittedData'];
export type TimelineWebhookAttempt = components['schemas']['TimelineWebhookAttempt'];
export type TimelineWebhookAttemptData = components['schemas']['TimelineWebhookAttemptData'];
export type TimelineWebhookDropped = components['schemas']['TimelineWebhookDropped'];
export type TimelineWebhookDroppedData = components['schemas']['TimelineWebhookDroppedData'];
export type ValidationEntry = components['schemas']['ValidationEntry'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WhatsAppDelivery = components['schemas']['WhatsAppDelivery'];
export type WhatsAppErasure = components['schemas']['WhatsAppErasure'];
export type WhatsAppErasureReceipt = components['schemas']['WhatsAppErasureReceipt'];
export type WhatsAppFailureCode = components['schemas']['WhatsAppFailureCode'];
export type WhatsAppSkipReason = components['schemas']['WhatsAppSkipReason'];
export type WhatsAppTemplate = components['schemas']['WhatsAppTemplate'];
export type WhatsAppTemplateList = components['schemas']['WhatsAppTemplateList'];
export type ResponseOperatorInvalidToken = components['responses']['OperatorInvalidToken'];
export type ResponseOperatorNotPermitted = components['responses']['OperatorNotPermitted'];
export type ResponseRequestTooLarge = components['responses']['RequestTooLarge'];
export type ResponseCommonValidationFailed = components['responses']['CommonValidationFailed'];
export type ResponseCommonRateLimited = components['responses']['CommonRateLimited'];
export type ResponseCommonInternalError = components['responses']['CommonInternalError'];
export type ResponseCommonUnavailable = components['responses']['CommonUnavailable'];
export type ResponseCommonNotFound = components['responses']['CommonNotFound'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderTidingsWarning = components['headers']['Tidings-Warning'];
export type HeaderLink = components['headers']['Link'];
export type HeaderTidingsHelp = components['headers']['Tidings-Help'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type $defs = Record<string, never>;
export interface operations {
    listBusinesses: {
        parameters: {
            query?: {
                /**
                 * @description A part of the name or of `contact_email`, in any case, or the whole id.
                 * @example Rivermill Books
                 */
                query?: string;
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of businesses, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *           "mode": "live",
                     *           "test_business_id": "biz_01M6DV79DAE90SZ4H7C3G5J1QM",
                     *           "live_business_id": null,
                     *           "name": "Rivermill Books",
                     *           "country": "GB",
                     *           "contact_email": "owner@rivermill.example",
                     *           "sender_name": null,
                     *           "brand_colour": null,
                     *           "customer_contact": null,
                     *           "reply_to": null,
                     *           "language": "en",
                     *           "active": true,
                     *           "sending_paused": false,
                     *           "plan": "active",
                     *           "sms": "on",
                     *           "whatsapp": "not_enabled",
                     *           "countries": null,
                     *           "email_daily_cap": 10000,
                     *           "sms_warmup_cap": 100,
                     *           "email_allowance": null,
                     *           "low_balance_threshold": 50,
                     *           "rate_limit_per_second": 200,
                     *           "sms_per_number_per_hour": 60,
                     *           "sms_per_number_per_day": 240,
                     *           "sms_credits_per_day": 5000,
                     *           "sms_per_prefix_per_hour": 200,
                     *           "messages_per_day": 1000000,
                     *           "stored_messages": 10000000,
                     *           "message_retention_days": null,
                     *           "has_logo": false,
                     *           "created_at": "2026-11-02T10:00:04.307Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["BusinessList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    createBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name of the business, and settings that differ from their defaults. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Rivermill Books",
                 *       "country": "GB",
                 *       "contact_email": "owner@rivermill.example"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBusinessRequest"];
            };
        };
        responses: {
            /** @description The new business with its first keys. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *       "mode": "live",
                     *       "test_business_id": "biz_01M6DV79DAE90SZ4H7C3G5J1QM",
                     *       "live_business_id": null,
                     *       "name": "Rivermill Books",
                     *       "country": "GB",
                     *       "contact_email": "owner@rivermill.example",
                     *       "sender_name": null,
                     *       "brand_colour": null,
                     *       "customer_contact": null,
                     *       "reply_to": null,
                     *       "language": "en",
                     *       "active": true,
                     *       "sending_paused": false,
                     *       "plan": "active",
                     *       "sms": "not_enabled",
                     *       "whatsapp": "not_enabled",
                     *       "countries": null,
                     *       "email_daily_cap": 10000,
                     *       "sms_warmup_cap": 100,
                     *       "email_allowance": null,
                     *       "low_balance_threshold": 50,
                     *       "rate_limit_per_second": 200,
                     *       "sms_per_number_per_hour": 60,
                     *       "sms_per_number_per_day": 240,
                     *       "sms_credits_per_day": 5000,
                     *       "sms_per_prefix_per_hour": 200,
                     *       "messages_per_day": 1000000,
                     *       "stored_messages": 10000000,
                     *       "message_retention_days": null,
                     *       "has_logo": false,
                     *       "created_at": "2026-11-02T10:00:04.307Z",
                     *       "api_key": "td_live_0aExampleExampleExampleExampleExampleExampleExao6pc",
                     *       "test_api_key": "td_test_0aExampleExampleExampleExampleExampleExampleExa8Kx1"
                     *     }
                     */
                    "application/json": components["schemas"]["NewBusiness"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A business and its settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *       "mode": "live",
                     *       "test_business_id": "biz_01M6DV79DAE90SZ4H7C3G5J1QM",
                     *       "live_business_id": null,
                     *       "name": "Rivermill Books",
                     *       "country": "GB",
                     *       "contact_email": "owner@rivermill.example",
                     *       "sender_name": null,
                     *       "brand_colour": null,
                     *       "customer_contact": null,
                     *       "reply_to": null,
                     *       "language": "en",
                     *       "active": true,
                     *       "sending_paused": false,
                     *       "plan": "active",
                     *       "sms": "on",
                     *       "whatsapp": "not_enabled",
                     *       "countries": null,
                     *       "email_daily_cap": 10000,
                     *       "sms_warmup_cap": 100,
                     *       "email_allowance": null,
                     *       "low_balance_threshold": 50,
                     *       "rate_limit_per_second": 200,
                     *       "sms_per_number_per_hour": 60,
                     *       "sms_per_number_per_day": 240,
                     *       "sms_credits_per_day": 5000,
                     *       "sms_per_prefix_per_hour": 200,
                     *       "messages_per_day": 1000000,
                     *       "stored_messages": 10000000,
                     *       "message_retention_days": null,
                     *       "has_logo": false,
                     *       "created_at": "2026-11-02T10:00:04.307Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Business"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    changeBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        /** @description The settings to change. An omitted setting is not changed. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sms": "on",
                 *       "countries": [
                 *         "GB",
                 *         "IE"
                 *       ],
                 *       "messages_per_day": 50000
                 *     }
                 */
                "application/json": components["schemas"]["ChangeBusinessRequest"];
            };
        };
        responses: {
            /** @description A business and its settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *       "mode": "live",
                     *       "test_business_id": "biz_01M6DV79DAE90SZ4H7C3G5J1QM",
                     *       "live_business_id": null,
                     *       "name": "Rivermill Books",
                     *       "country": "GB",
                     *       "contact_email": "owner@rivermill.example",
                     *       "sender_name": null,
                     *       "brand_colour": null,
                     *       "customer_contact": null,
                     *       "reply_to": null,
                     *       "language": "en",
                     *       "active": true,
                     *       "sending_paused": false,
                     *       "plan": "active",
                     *       "sms": "on",
                     *       "whatsapp": "not_enabled",
                     *       "countries": [
                     *         "GB",
                     *         "IE"
                     *       ],
                     *       "email_daily_cap": 10000,
                     *       "sms_warmup_cap": 100,
                     *       "email_allowance": null,
                     *       "low_balance_threshold": 50,
                     *       "rate_limit_per_second": 200,
                     *       "sms_per_number_per_hour": 60,
                     *       "sms_per_number_per_day": 240,
                     *       "sms_credits_per_day": 5000,
                     *       "sms_per_prefix_per_hour": 200,
                     *       "messages_per_day": 50000,
                     *       "stored_messages": 10000000,
                     *       "message_retention_days": null,
                     *       "has_logo": false,
                     *       "created_at": "2026-11-02T10:00:04.307Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Business"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    setLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        /** @description The picture. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGOQr/L9DwADiAHmHAVyQgAAAABJRU5ErkJggg=="
                 *     }
                 */
                "application/json": components["schemas"]["LogoRequest"];
            };
        };
        responses: {
            /** @description A business and its settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *       "mode": "live",
                     *       "test_business_id": "biz_01M6DV79DAE90SZ4H7C3G5J1QM",
                     *       "live_business_id": null,
                     *       "name": "Rivermill Books",
                     *       "country": "GB",
                     *       "contact_email": "owner@rivermill.example",
                     *       "sender_name": null,
                     *       "brand_colour": null,
                     *       "customer_contact": null,
                     *       "reply_to": null,
                     *       "language": "en",
                     *       "active": true,
                     *       "sending_paused": false,
                     *       "plan": "active",
                     *       "sms": "on",
                     *       "whatsapp": "not_enabled",
                     *       "countries": null,
                     *       "email_daily_cap": 10000,
                     *       "sms_warmup_cap": 100,
                     *       "email_allowance": null,
                     *       "low_balance_threshold": 50,
                     *       "rate_limit_per_second": 200,
                     *       "sms_per_number_per_hour": 60,
                     *       "sms_per_number_per_day": 240,
                     *       "sms_credits_per_day": 5000,
                     *       "sms_per_prefix_per_hour": 200,
                     *       "messages_per_day": 1000000,
                     *       "stored_messages": 10000000,
                     *       "message_retention_days": null,
                     *       "has_logo": true,
                     *       "created_at": "2026-11-02T10:00:04.307Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Business"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    removeLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    grantCredits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.
                 * @example invoice-2026-0117
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        /** @description How many credits to add or to take, and why. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 500,
                 *       "note": "Invoice 2026-0117"
                 *     }
                 */
                "application/json": components["schemas"]["GrantCreditsRequest"];
            };
        };
        responses: {
            /** @description The balance after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance": 500
                     *     }
                     */
                    "application/json": components["schemas"]["GrantedBalance"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            /**
             * @description `credits.balance_out_of_range`: The balance would leave the range from 0 to 2,000,000,000. Nothing was changed. Choose an amount that leaves the balance in the range. GET /operator/v1/businesses/{business_id}/ledger shows the movements.
             *
             *     `idempotency.key_reused`: This Idempotency-Key was used for another request within the last 24 hours. Derive the key from what the request is about, such as the order and its new status, so that two different requests never share a key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "credits.balance_out_of_range" | "idempotency.key_reused";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the credit ledger, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "led_01M7DCWRJ2EK5ZP9T3V6X8C1WB",
                     *           "delta": -1,
                     *           "kind": "charge",
                     *           "send_id": "01a1d8ce-623f-7b3b-b581-e9c0c2a4d3ef",
                     *           "note": null,
                     *           "at": "2026-11-14T16:05:21.087Z"
                     *         },
                     *         {
                     *           "id": "led_01M6DW1Z7JFRX4N0K2Q8B5H3ES",
                     *           "delta": 500,
                     *           "kind": "grant",
                     *           "send_id": null,
                     *           "note": "Invoice 2026-0117",
                     *           "at": "2026-11-02T10:14:38.051Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["Ledger"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of erasures, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "era_01M7J71WQ4FBYT2D6N9K3R8X5C",
                     *           "kind": "recipient",
                     *           "counts": {
                     *             "deleted": {
                     *               "messages": 1,
                     *               "delivery_events": 2,
                     *               "sms_sends": 1,
                     *               "whatsapp_sends": 0,
                     *               "whatsapp_replies": 0,
                     *               "recipients": 1,
                     *               "webhook_deliveries": 0,
                     *               "api_responses": 1,
                     *               "cancelled_sends": 0
                     *             },
                     *             "kept": {
                     *               "email_suppressions": 0,
                     *               "sms_opt_outs": 0,
                     *               "whatsapp_opt_outs": 0
                     *             }
                     *           },
                     *           "at": "2026-11-16T08:30:11.204Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ErasureList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members of a business, in the order in which they joined. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "per_01M6BQ4T9XH2D7KE5WRZ8CN1VS",
                     *           "name": "Lena Berg",
                     *           "email": "lena@hazelandpine.example",
                     *           "role": "support",
                     *           "created_at": "2026-11-02T10:00:04.307Z",
                     *           "seen_at": "2026-11-17T06:20:58.410Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
                /**
                 * @description The id of the person. It begins with `per_`.
                 * @example per_01M6BQ4T9XH2D7KE5WRZ8CN1VS
                 */
                person_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             *
             *     `member.not_found`: No member of the business has this id. Read the members with GET /operator/v1/businesses/{business_id}/members.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found" | "member.not_found";
                    };
                };
            };
            /** @description `member.last_owner`: The person is the last owner of the business. Nothing was changed. Make another member an owner first. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "member.last_owner";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
                /**
                 * @description The id of the person. It begins with `per_`.
                 * @example per_01M6BQ4T9XH2D7KE5WRZ8CN1VS
                 */
                person_id: string;
            };
            cookie?: never;
        };
        /** @description The new role of a member. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeMemberRequest"];
            };
        };
        responses: {
            /** @description A person who works for a business, on both of its sides. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "per_01M6BQ4T9XH2D7KE5WRZ8CN1VS",
                     *       "name": "Lena Berg",
                     *       "email": "lena@hazelandpine.example",
                     *       "role": "viewer",
                     *       "created_at": "2026-11-02T10:00:04.307Z",
                     *       "seen_at": "2026-11-17T06:20:58.410Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             *
             *     `member.not_found`: No member of the business has this id. Read the members with GET /operator/v1/businesses/{business_id}/members.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found" | "member.not_found";
                    };
                };
            };
            /**
             * @description `member.last_owner`: The person is the last owner of the business. Nothing was changed. Make another member an owner first.
             *
             *     `member.own_role`: A person cannot give themselves a role that allows more. Ask another owner of the business.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "member.last_owner" | "member.own_role";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open invitations of a business, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "inv_01M7GW2K5RBD9T4X8ZQ6EHN3VA",
                     *           "email": "sam@hazelandpine.example",
                     *           "role": "owner",
                     *           "created_at": "2026-11-16T09:00:00.000Z",
                     *           "expires_at": "2026-11-23T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        /** @description Whom to invite, and as what. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "sam@hazelandpine.example",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        responses: {
            /** @description An invitation that was neither accepted nor revoked. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01M7GW2K5RBD9T4X8ZQ6EHN3VA",
                     *       "email": "sam@hazelandpine.example",
                     *       "role": "owner",
                     *       "created_at": "2026-11-16T09:00:00.000Z",
                     *       "expires_at": "2026-11-23T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            /**
             * @description `member.already_member`: The person with this address is a member of the business already. Change their role with PATCH /operator/v1/businesses/{business_id}/members/{person_id}.
             *
             *     `member.limit_reached`: The business has 100 members. Remove a member first.
             *
             *     `invitation.limit_reached`: The business has 100 open invitations. Revoke an open invitation first: GET /operator/v1/businesses/{business_id}/invitations lists them.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "member.already_member" | "member.limit_reached" | "invitation.limit_reached";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            /**
             * @description `common.rate_limited`: Too many requests: of the business in a second, of the business or of the address at the same time, or with a wrong key from the address. Wait for the seconds in Retry-After, then repeat the request with the same Idempotency-Key. Push many messages with POST /api/v1/messages/batch, 100 in a request.
             *
             *     `invitation.daily_limit_reached`: The business has sent 50 invitations in 24 hours, or 5 to this address. Wait a day. A link that was sent stays valid for 7 days.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.rate_limited" | "invitation.daily_limit_reached";
                    };
                };
            };
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
                /**
                 * @description The id of the invitation. It begins with `inv_`.
                 * @example inv_01M7GW2K5RBD9T4X8ZQ6EHN3VA
                 */
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             *
             *     `invitation.not_found`: No open invitation of the business has this id. It was accepted or revoked, or never existed. Read the open invitations with GET /operator/v1/businesses/{business_id}/invitations.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found" | "invitation.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listBusinessKeys: {
        parameters: {
            query?: {
                /** @description A part of the name, the end of the masked key, or the id. */
                query?: string;
                /**
                 * @description True: only keys that are neither revoked nor expired.
                 * @example true
                 */
                active?: boolean;
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_01M7FA3S80EX3B6V9N2K5Q8T1W",
                     *           "name": "Till",
                     *           "masked": "td_live_****Nd2R",
                     *           "created": "2026-11-15T10:02:45.120Z",
                     *           "minted_by": null,
                     *           "scopes": null,
                     *           "expires_at": null,
                     *           "last_used_at": null,
                     *           "detached": false,
                     *           "active": true,
                     *           "revoked_at": null
                     *         },
                     *         {
                     *           "id": "key_01M6DV79EPER0ADDXE40ABZEMN",
                     *           "name": "API key",
                     *           "masked": "td_live_****o6pc",
                     *           "created": "2026-11-02T10:00:04.307Z",
                     *           "minted_by": null,
                     *           "scopes": null,
                     *           "expires_at": null,
                     *           "last_used_at": null,
                     *           "detached": false,
                     *           "active": true,
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["BusinessKeyList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    createDashboardKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        /** @description The name and the rights of a new key. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Till",
                 *       "scopes": [
                 *         "messages:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateDashboardKeyRequest"];
            };
        };
        responses: {
            /** @description The new key, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01M7FA3S80EX3B6V9N2K5Q8T1W",
                     *       "name": "Till",
                     *       "masked": "td_live_****Nd2R",
                     *       "created": "2026-11-15T10:02:45.120Z",
                     *       "minted_by": null,
                     *       "scopes": [
                     *         "messages:write"
                     *       ],
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "key": "td_live_0aExampleExampleExampleExampleExampleExampleExaNd2R"
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found";
                    };
                };
            };
            /** @description `business.key_limit_reached`: The business has 25 active keys (100 for a key that the operator creates), or its keys created 1,000 keys within 24 hours. Revoke a key with DELETE /api/v1/keys/{key_id}, then create the new one. After 1,000 new keys, wait until 24 hours have passed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "business.key_limit_reached";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    revokeBusinessKey: {
        parameters: {
            query?: {
                /**
                 * @description True: also revokes everything that the key ever minted, detached keys too, even if the key itself is no longer active.
                 * @example true
                 */
                minted?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
                /**
                 * @description The id of the key, with the prefix `key_`.
                 * @example key_01M7FA3S80EX3B6V9N2K5Q8T1W
                 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             *
             *     `api_key.not_found`: No active key of the business has this id. The key was revoked or has expired, or it belongs to another business. Read the ids of the active keys with GET /api/v1/keys. If the key is no longer in that list, nothing is left to do.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found" | "api_key.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    setPhoneFromDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
                /**
                 * @description The address of the recipient, percent-encoded.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        /** @description The new number of a recipient. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+447700900123"
                 *     }
                 */
                "application/json": components["schemas"]["PhoneRequest"];
            };
        };
        responses: {
            /** @description The number of a recipient, and whether texts may be sent to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipient_email": "ada@example.com",
                     *       "phone": "+44*******123",
                     *       "sms_status": "active",
                     *       "sms_consent_at": "2026-11-14T16:05:21.087Z",
                     *       "sms_consent_source": "admin",
                     *       "sms_stopped_at": null,
                     *       "sms_stop_source": null
                     *     }
                     */
                    "application/json": components["schemas"]["RecipientSms"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `business.not_found`: No business has this id. Search for the business with GET /operator/v1/businesses and use its id.
             *
             *     `recipient.not_found`: The address is not a recipient of the business: no message was pushed to it, or its recipient was erased. Check the spelling and the URL encoding of the address. A recipient exists after the first push to the address.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "business.not_found" | "recipient.not_found";
                    };
                };
            };
            /** @description `sms.phone_already_in_use`: Another recipient of the business has this number. The number stays with that recipient. If the number belongs to this customer now, clear it at the other recipient with DELETE /api/v1/recipients/{email}/phone, then repeat the request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "sms.phone_already_in_use";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    stopRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
                /**
                 * @description The address of the recipient, percent-encoded.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        /** @description The channel to stop. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel": "sms"
                 *     }
                 */
                "application/json": components["schemas"]["StopRequest"];
            };
        };
        responses: {
            /** @description The stop is recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stopped": "sms"
                     *     }
                     */
                    "application/json": components["schemas"]["RecordedStop"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `recipient.not_found`: The address is not a recipient of the business: no message was pushed to it, or its recipient was erased. Check the spelling and the URL encoding of the address. A recipient exists after the first push to the address.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "recipient.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    unsubscribeRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
                /**
                 * @description The address of the recipient, percent-encoded.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unsubscription is recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "unsubscribed": true
                     *     }
                     */
                    "application/json": components["schemas"]["RecordedUnsubscription"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `recipient.not_found`: The address is not a recipient of the business: no message was pushed to it, or its recipient was erased. Check the spelling and the URL encoding of the address. A recipient exists after the first push to the address.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "recipient.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All templates, in alphabetical order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "order_status": "cancelled",
                     *           "state": "in_review"
                     *         },
                     *         {
                     *           "order_status": "confirmed",
                     *           "state": "approved"
                     *         },
                     *         {
                     *           "order_status": "delayed",
                     *           "state": "paused"
                     *         },
                     *         {
                     *           "order_status": "delivered",
                     *           "state": "approved"
                     *         },
                     *         {
                     *           "order_status": "ready_for_pickup",
                     *           "state": "approved"
                     *         },
                     *         {
                     *           "order_status": "refunded",
                     *           "state": "rejected"
                     *         },
                     *         {
                     *           "order_status": "shipped",
                     *           "state": "approved"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WhatsAppTemplateList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    changeTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order status of the template.
                 * @example shipped
                 */
                order_status: string;
            };
            cookie?: never;
        };
        /** @description The review state of a template. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "approved"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateReview"];
            };
        };
        responses: {
            /** @description The review state of a template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "approved"
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateReview"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `whatsapp_template.not_found`: There is no WhatsApp template for this order status. Use an order status from GET /operator/v1/whatsapp-templates.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "whatsapp_template.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    syncTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the synchronisation did with each template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "action": "created",
                     *           "state": "approved",
                     *           "platform_status": "APPROVED",
                     *           "category": "UTILITY",
                     *           "problem": null,
                     *           "order_status": "confirmed",
                     *           "name": "order_confirmed"
                     *         },
                     *         {
                     *           "action": "created",
                     *           "state": "approved",
                     *           "platform_status": "APPROVED",
                     *           "category": "UTILITY",
                     *           "problem": null,
                     *           "order_status": "shipped",
                     *           "name": "order_shipped"
                     *         },
                     *         {
                     *           "action": "created",
                     *           "state": "approved",
                     *           "platform_status": "APPROVED",
                     *           "category": "UTILITY",
                     *           "problem": null,
                     *           "order_status": "ready_for_pickup",
                     *           "name": "order_ready_for_pickup"
                     *         },
                     *         {
                     *           "action": "created",
                     *           "state": "approved",
                     *           "platform_status": "APPROVED",
                     *           "category": "UTILITY",
                     *           "problem": null,
                     *           "order_status": "delivered",
                     *           "name": "order_delivered"
                     *         },
                     *         {
                     *           "action": "created",
                     *           "state": "approved",
                     *           "platform_status": "APPROVED",
                     *           "category": "UTILITY",
                     *           "problem": null,
                     *           "order_status": "cancelled",
                     *           "name": "order_cancelled"
                     *         },
                     *         {
                     *           "action": "created",
                     *           "state": "approved",
                     *           "platform_status": "APPROVED",
                     *           "category": "UTILITY",
                     *           "problem": null,
                     *           "order_status": "refunded",
                     *           "name": "order_refunded"
                     *         },
                     *         {
                     *           "action": "created",
                     *           "state": "approved",
                     *           "platform_status": "APPROVED",
                     *           "category": "UTILITY",
                     *           "problem": null,
                     *           "order_status": "delayed",
                     *           "name": "order_delayed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SyncedTemplateList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            /** @description `whatsapp_template.account_not_set`: The service does not know the WhatsApp business account that the templates belong to. Append account_id=<business account id> to WHATSAPP_URL and restart the processes. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "whatsapp_template.account_not_set";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            /** @description `whatsapp_template.platform_failed`: The platform did not return the templates of the account. Nothing was changed. Repeat the request. If it fails again, run npm run doctor, which checks the credentials in WHATSAPP_URL. The token needs the permission whatsapp_business_management. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "whatsapp_template.platform_failed";
                    };
                };
            };
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listMessagesAsOperator: {
        parameters: {
            query?: {
                /**
                 * @description Only messages to this address.
                 * @example ada@example.com
                 */
                recipient_email?: string;
                /** @description Only messages with exactly this reference. */
                reference?: string;
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *           "recipient_email": "ada@example.com",
                     *           "subject": "Order A-1042 is on its way",
                     *           "kind": "one_off",
                     *           "status": "active",
                     *           "reference": "A-1042",
                     *           "order_status": "shipped",
                     *           "scheduled_for": null,
                     *           "created_at": "2026-11-14T16:05:21.087Z",
                     *           "updated_at": "2026-11-14T16:05:21.087Z",
                     *           "delivery": {
                     *             "delivered": true,
                     *             "opened": false,
                     *             "opened_at": null,
                     *             "bounced": false,
                     *             "bounced_at": null,
                     *             "complained": false,
                     *             "complained_at": null,
                     *             "email": {
                     *               "state": "delivered",
                     *               "attempts": 1,
                     *               "next_attempt_at": null,
                     *               "last_error": null
                     *             },
                     *             "not_sent": null,
                     *             "failed": null,
                     *             "delivered_at": "2026-11-14T16:05:23.519Z",
                     *             "sms": {
                     *               "state": "delivered",
                     *               "skipped_reason": null,
                     *               "error_code": null,
                     *               "credits": 1,
                     *               "escalates_at": null,
                     *               "queued_at": "2026-11-14T16:05:21.087Z",
                     *               "delivered_at": "2026-11-14T16:05:24.006Z",
                     *               "failed_at": null
                     *             },
                     *             "whatsapp": {
                     *               "state": null,
                     *               "skipped_reason": "disabled_by_request",
                     *               "error_code": null,
                     *               "credits": 0,
                     *               "escalates_at": null,
                     *               "queued_at": null,
                     *               "delivered_at": null,
                     *               "failed_at": null,
                     *               "read_at": null
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MessageList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readMessageAsOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the message. It begins with `msg_`.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A message of any business without its text, and what became of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_01M7DCWRHZEWXVB79RG22KTMYF",
                     *       "recipient_email": "ada@example.com",
                     *       "subject": "Order A-1042 is on its way",
                     *       "kind": "one_off",
                     *       "status": "active",
                     *       "reference": "A-1042",
                     *       "order_status": "shipped",
                     *       "scheduled_for": null,
                     *       "created_at": "2026-11-14T16:05:21.087Z",
                     *       "updated_at": "2026-11-14T16:05:21.087Z",
                     *       "delivery": {
                     *         "delivered": true,
                     *         "opened": false,
                     *         "opened_at": null,
                     *         "bounced": false,
                     *         "bounced_at": null,
                     *         "complained": false,
                     *         "complained_at": null,
                     *         "email": {
                     *           "state": "delivered",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "last_error": null
                     *         },
                     *         "not_sent": null,
                     *         "failed": null,
                     *         "delivered_at": "2026-11-14T16:05:23.519Z",
                     *         "sms": {
                     *           "state": "delivered",
                     *           "skipped_reason": null,
                     *           "error_code": null,
                     *           "credits": 1,
                     *           "escalates_at": null,
                     *           "queued_at": "2026-11-14T16:05:21.087Z",
                     *           "delivered_at": "2026-11-14T16:05:24.006Z",
                     *           "failed_at": null
                     *         },
                     *         "whatsapp": {
                     *           "state": null,
                     *           "skipped_reason": "disabled_by_request",
                     *           "error_code": null,
                     *           "credits": 0,
                     *           "escalates_at": null,
                     *           "queued_at": null,
                     *           "delivered_at": null,
                     *           "failed_at": null,
                     *           "read_at": null
                     *         }
                     *       },
                     *       "business_id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB"
                     *     }
                     */
                    "application/json": components["schemas"]["OperatorMessage"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `message.not_found`: No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient. Use the `id` from the response of the push, with a key of the same business and mode: a test key does not find live messages. A request with another id needs a new Idempotency-Key.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "message.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readMessageTimelineAsOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the message. It begins with `msg_`.
                 * @example msg_01M7DCWRHZEWXVB79RG22KTMYF
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The life of a message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "at": "2026-11-14T16:05:21.087Z",
                     *           "kind": "pushed",
                     *           "channel": null,
                     *           "sentence": "The message was created by a push with the key \"API key\" (td_live_****Xw3e).",
                     *           "data": {
                     *             "created": true,
                     *             "key": {
                     *               "id": "key_01M6DV79EPER0ADDXE40ABZEMN",
                     *               "name": "API key",
                     *               "masked": "td_live_****Xw3e"
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "at": "2026-11-14T16:05:21.087Z",
                     *           "kind": "queued",
                     *           "channel": "email",
                     *           "sentence": "The email was queued.",
                     *           "data": {
                     *             "credits": 0
                     *           }
                     *         },
                     *         {
                     *           "at": "2026-11-14T16:05:21.944Z",
                     *           "kind": "submitted",
                     *           "channel": "email",
                     *           "sentence": "Attempt 1 to submit the email. The provider did not accept it: \"451 4.7.1 Too many mails, try again later\". The next attempt is at 2026-11-14T16:06:29.412Z.",
                     *           "data": {
                     *             "attempt": 1,
                     *             "outcome": "refused",
                     *             "code": "smtp 451 4.7.1",
                     *             "words": "451 4.7.1 Too many mails, try again later",
                     *             "next_attempt_at": "2026-11-14T16:06:29.412Z"
                     *           }
                     *         }
                     *       ],
                     *       "truncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `message.not_found`: No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient. Use the `id` from the response of the push, with a key of the same business and mode: a test key does not find live messages. A request with another id needs a new Idempotency-Key.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "message.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listSmsPrices: {
        parameters: {
            query?: {
                /**
                 * @description `true`: only open destinations. `false`: only closed ones.
                 * @example false
                 */
                open?: "true" | "false";
                /**
                 * @description The largest number of items on a page.
                 * @example 3
                 */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of destinations, in the order of their codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "country": "AC",
                     *           "credits": 1,
                     *           "open": false
                     *         },
                     *         {
                     *           "country": "AF",
                     *           "credits": 1,
                     *           "open": false
                     *         },
                     *         {
                     *           "country": "AO",
                     *           "credits": 1,
                     *           "open": false
                     *         }
                     *       ],
                     *       "next_cursor": "AO"
                     *     }
                     */
                    "application/json": components["schemas"]["SmsPriceList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readSmsPrice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The destination, ISO 3166-1 alpha-2. GG, JE and IM are part of GB.
                 * @example GB
                 */
                country: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A destination of texts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "country": "GB",
                     *       "credits": 1,
                     *       "open": true
                     *     }
                     */
                    "application/json": components["schemas"]["SmsPrice"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `sms_price.not_found`: No destination has this country code. Guernsey, Jersey and the Isle of Man (GG, JE, IM) are part of GB. Use a code from GET /operator/v1/sms-prices: two capital letters of ISO 3166-1.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "sms_price.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    changeSmsPrice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The destination, ISO 3166-1 alpha-2. GG, JE and IM are part of GB.
                 * @example KE
                 */
                country: string;
            };
            cookie?: never;
        };
        /** @description The new price of the destination, and whether it is open. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credits": 3,
                 *       "open": true
                 *     }
                 */
                "application/json": components["schemas"]["ChangeSmsPriceRequest"];
            };
        };
        responses: {
            /** @description A destination of texts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "country": "KE",
                     *       "credits": 3,
                     *       "open": true
                     *     }
                     */
                    "application/json": components["schemas"]["SmsPrice"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `sms_price.not_found`: No destination has this country code. Guernsey, Jersey and the Isle of Man (GG, JE, IM) are part of GB. Use a code from GET /operator/v1/sms-prices: two capital letters of ISO 3166-1.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "sms_price.not_found";
                    };
                };
            };
            /** @description `sms_price.unavailable`: Texts to this destination are unavailable, so it cannot be opened. Leave the destination closed. Its customers are reached by email or WhatsApp. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "sms_price.unavailable";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    enableEndpointFromDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the business. It begins with `biz_`.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id: string;
                /**
                 * @description The id of the endpoint. It begins with `whe_`.
                 * @example whe_01M6GJRNXTE4GSMZSM6SFSGQE6
                 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook endpoint and its health. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01M6GJRNXTE4GSMZSM6SFSGQE6",
                     *       "url": "https://hooks.example.com/tidings",
                     *       "event_types": [
                     *         "message.delivered",
                     *         "message.bounced"
                     *       ],
                     *       "description": "Order status page",
                     *       "secret": "whsec_****MDE=",
                     *       "disabled": false,
                     *       "consecutive_failures": 0,
                     *       "last_success_at": null,
                     *       "last_error": null,
                     *       "created_at": "2026-11-03T11:30:00.250Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `webhook_endpoint.not_found`: No webhook endpoint has this id: it was deleted, or it belongs to another business. Read the ids of the endpoints with GET /api/v1/webhook-endpoints.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "webhook_endpoint.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /**
                 * @description Only notices about this business.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id?: string;
                /** @description Only notices of this kind. */
                kind?: "sending_paused" | "webhook_endpoint_failing" | "webhook_endpoint_disabled" | "quota_nearly_reached" | "quota_reached" | "sms_spend_nearly_reached" | "sms_spend_reached" | "sms_prefix_limited" | "erasure_requested" | "api_key_created" | "api_key_revoked" | "installation_paused";
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notices, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "ntc_01M7FA3S84E6QZ2T5W8N1K4C7B",
                     *           "business_id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *           "kind": "api_key_created",
                     *           "detail": {
                     *             "key_id": "key_01M7FA3S80EX3B6V9N2K5Q8T1W",
                     *             "name": "Till",
                     *             "masked": "td_live_****Nd2R",
                     *             "by_key_id": null,
                     *             "by_masked": null,
                     *             "is_last_of_hour": false
                     *           },
                     *           "at": "2026-11-15T10:02:45.124Z"
                     *         },
                     *         {
                     *           "id": "ntc_01M7DB6EYAF0R3J8H5V2X9D6MK",
                     *           "business_id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *           "kind": "quota_nearly_reached",
                     *           "detail": {
                     *             "quota": "messages_per_day",
                     *             "used": 8,
                     *             "limit": 10
                     *           },
                     *           "at": "2026-11-14T15:35:42.538Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoticeList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readSending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether sending is on, and what waits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sending": "on",
                     *       "reason": null,
                     *       "note": null,
                     *       "paused_since": null,
                     *       "last_seen_at": "2026-11-17T06:20:58.410Z",
                     *       "due_nudges": 0,
                     *       "due_nudges_truncated": false,
                     *       "oldest_due_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["SendingState"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    holdSending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Why sending is paused. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The SMS provider refuses every text"
                 *     }
                 */
                "application/json": components["schemas"]["HoldSendingRequest"];
            };
        };
        responses: {
            /** @description Whether sending is on, and what waits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sending": "paused",
                     *       "reason": "operator",
                     *       "note": "The SMS provider refuses every text",
                     *       "paused_since": "2026-11-17T06:20:58.410Z",
                     *       "last_seen_at": "2026-11-17T06:20:58.410Z",
                     *       "due_nudges": 0,
                     *       "due_nudges_truncated": false,
                     *       "oldest_due_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["SendingState"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    releaseSending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to do with the nudges that may have been sent. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "due_work": "abandon"
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseSendingRequest"];
            };
        };
        responses: {
            /** @description The state after the release. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sending": "on",
                     *       "reason": null,
                     *       "note": null,
                     *       "paused_since": null,
                     *       "last_seen_at": "2026-11-17T06:20:58.410Z",
                     *       "due_nudges": 0,
                     *       "due_nudges_truncated": false,
                     *       "oldest_due_at": null,
                     *       "abandoned": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ReleasedSending"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operators, revoked ones too, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "opr_01M6B0C4Z5F7DR8J3XQ1W6E9TA",
                     *           "name": "Grace",
                     *           "role": "support",
                     *           "email": "grace@tidings.example",
                     *           "created_at": "2026-11-02T10:00:04.307Z",
                     *           "revoked_at": null
                     *         },
                     *         {
                     *           "id": "opr_01M6AZX2T8EV5C7K0B9S4M1NQH",
                     *           "name": "Tim",
                     *           "role": "finance",
                     *           "email": null,
                     *           "created_at": "2026-11-01T08:12:09.733Z",
                     *           "revoked_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OperatorList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name and the role of a new operator, and an address if they may sign in to the dashboard. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Grace",
                 *       "role": "support",
                 *       "email": "grace@tidings.example"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOperatorRequest"];
            };
        };
        responses: {
            /** @description The new operator, with the token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "opr_01M6B0C4Z5F7DR8J3XQ1W6E9TA",
                     *       "name": "Grace",
                     *       "role": "support",
                     *       "email": "grace@tidings.example",
                     *       "created_at": "2026-11-02T10:00:04.307Z",
                     *       "revoked_at": null,
                     *       "token": "td_operator_ExampleExampleExampleExampleExampleExampleExample"
                     *     }
                     */
                    "application/json": components["schemas"]["NewOperator"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            /** @description `operator.email_in_use`: An active operator has this address. Nothing was created. Use another address, or first revoke the operator who has it: GET /operator/v1/operators lists them. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "operator.email_in_use";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    revokeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the operator, with the prefix `opr_`.
                 * @example opr_01M6B0C4Z5F7DR8J3XQ1W6E9TA
                 */
                operator_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `operator.not_found`: No active operator has this id. Read the ids of the active operators with GET /operator/v1/operators.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "operator.not_found";
                    };
                };
            };
            /** @description `operator.last_admin`: You are the last admin with a name. Nothing was changed. Make another operator an admin first, or use OPERATOR_TOKEN. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "operator.last_admin";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    changeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the operator, with the prefix `opr_`.
                 * @example opr_01M6B0C4Z5F7DR8J3XQ1W6E9TA
                 */
                operator_id: string;
            };
            cookie?: never;
        };
        /** @description The new role. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "finance"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeOperatorRequest"];
            };
        };
        responses: {
            /** @description A person who runs the service. The token is not shown. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "opr_01M6B0C4Z5F7DR8J3XQ1W6E9TA",
                     *       "name": "Grace",
                     *       "role": "finance",
                     *       "email": "grace@tidings.example",
                     *       "created_at": "2026-11-02T10:00:04.307Z",
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Operator"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `operator.not_found`: No active operator has this id. Read the ids of the active operators with GET /operator/v1/operators.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "operator.not_found";
                    };
                };
            };
            /** @description `operator.last_admin`: You are the last admin with a name. Nothing was changed. Make another operator an admin first, or use OPERATOR_TOKEN. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "operator.last_admin";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /**
                 * @description Only changes of this business.
                 * @example biz_01M6DV79D3F5KXQ1N8W2R4T6YB
                 */
                business_id?: string;
                /**
                 * @description Only changes by operators of exactly this name.
                 * @example Grace
                 */
                operator?: string;
                /** @description Only changes by this operator (`opr_…`) or this person of a business (`per_…`). */
                actor?: string;
                /** @description Only changes by this operation. */
                action?: "createBusiness" | "changeBusiness" | "setLogo" | "removeLogo" | "grantCredits" | "createDashboardKey" | "revokeBusinessKey" | "setPhoneFromDashboard" | "stopRecipient" | "unsubscribeRecipient" | "enableEndpointFromDashboard" | "changeTemplate" | "changeSmsPrice" | "liftSuppression" | "syncTemplates" | "holdSending" | "releaseSending" | "createOperator" | "changeOperator" | "revokeOperator" | "inviteMember" | "revokeInvitation" | "changeMember" | "removeMember" | "advanceClock" | "resendSms" | "resendWhatsApp" | "retractMessage" | "clearRecipientPhone" | "eraseRecipient" | "eraseWhatsAppHistory" | "createWebhookEndpoint" | "deleteWebhookEndpoint" | "rotateWebhookSecret" | "enableWebhookEndpoint" | "redeliverEvent" | "redeliverMissedEvents" | "signIn" | "signOut" | "revokeSession" | "addPasskey" | "removePasskey" | "acceptInvitation" | "exportConsentEvidence";
                /** @description Only changes at this time or later. */
                since?: string;
                /** @description Only changes before this time. */
                until?: string;
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit log, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "aud_01M7GTV0N3ESY6C9Z2P5R8K1TW",
                     *           "at": "2026-11-16T00:15:27.203Z",
                     *           "actor_kind": "operator",
                     *           "operator_id": "opr_01M6B0C4Z5F7DR8J3XQ1W6E9TA",
                     *           "person_id": null,
                     *           "operator_name": "Grace",
                     *           "role": "support",
                     *           "action": "stopRecipient",
                     *           "request_id": "req_01M7GTV0MTFJ4B7E0X3Q6N9D2H",
                     *           "business_id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *           "target": null,
                     *           "before": null,
                     *           "after": {
                     *             "stopped": "sms"
                     *           },
                     *           "personal": {
                     *             "email": "ada@example.com"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description The largest number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. Omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of shared suppressions, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "sup_4KTPCB1M5FR4CWJTQNMEMJ9M5X",
                     *           "bounced_at": "2026-11-12T07:45:31.602Z",
                     *           "expires_at": "2027-02-10T07:45:31.602Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    readSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The address, percent-encoded.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Why an address gets no email. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "platform": {
                     *         "id": "sup_4KTPCB1M5FR4CWJTQNMEMJ9M5X",
                     *         "bounced_at": "2026-11-12T07:45:31.602Z",
                     *         "expires_at": "2027-02-10T07:45:31.602Z"
                     *       },
                     *       "businesses": [
                     *         {
                     *           "business_id": "biz_01M6DV79D3F5KXQ1N8W2R4T6YB",
                     *           "reason": "bounced",
                     *           "created_at": "2026-11-12T07:45:31.602Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AddressSuppressions"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    liftSuppression: {
        parameters: {
            query: {
                /**
                 * @description Why it is lifted. The audit log stores it for ever, so leave out names and addresses of people.
                 * @example The provider of the mailbox had an outage
                 */
                reason: string;
            };
            header?: never;
            path: {
                /**
                 * @description The address, percent-encoded.
                 * @example ada@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            /**
             * @description `common.not_found`: There is no such path. Compare the path with the reference. The paths of the merchant’s interface begin with /api/v1. Ids in a path must be URL-encoded.
             *
             *     `suppression.not_found`: No shared suppression of this address is in force. Read the suppressions of the address with GET /operator/v1/suppressions/{email}. Those of a business are not lifted by this operation.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "Tidings-Help": components["headers"]["Tidings-Help"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What happened. The `Link` header points to the page that explains the code.
                         * @enum {string}
                         */
                        error_code: "common.not_found" | "suppression.not_found";
                    };
                };
            };
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description How far to move the clock. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["AdvanceServiceClockRequest"];
            };
        };
        responses: {
            /** @description The time after the move. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tidings-Warning": components["headers"]["Tidings-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-14T23:41:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ServiceClock"];
                };
            };
            401: components["responses"]["OperatorInvalidToken"];
            403: components["responses"]["OperatorNotPermitted"];
            404: components["responses"]["CommonNotFound"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["CommonValidationFailed"];
            429: components["responses"]["CommonRateLimited"];
            500: components["responses"]["CommonInternalError"];
            503: components["responses"]["CommonUnavailable"];
        };
    };
}

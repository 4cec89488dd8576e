// Generated from contract/openapi.json: npm run web:types

/** By resource type, the attributes that a document of the API shows. */
export interface Attributes {
  readonly 'alert-recipients': {
    readonly email: string
    readonly status: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced'
    readonly confirmation_sent_at: string | null
    readonly inserted_at: string
    readonly updated_at: string
  }
  readonly 'alert-rule-previews': {
    readonly fires: boolean
    readonly counts: readonly ({ readonly pointer: string; readonly op: string; readonly count: number; readonly holds: boolean })[]
    readonly findings: readonly ({ readonly id: string; readonly uid: string; readonly check_id: string; readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'informational'; readonly region: string; readonly resource_uid: string; readonly resource_name: string; readonly provider_id: string })[]
    readonly provider_ids: readonly string[]
  }
  readonly 'alert-rule-seeds': {
    readonly condition: { readonly op: 'count_gte'; readonly count: number; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'count_lte'; readonly count: number; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'any'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'none'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'new'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'reopened'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'expiring'; readonly days: number; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'connection_lost'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[] } } | { readonly op: 'and' | 'or'; readonly conditions: readonly ({ readonly op: 'and' | 'or' | 'not' | 'count_gte' | 'count_lte' | 'any' | 'none' | 'new' | 'reopened' | 'expiring' | 'connection_lost' })[] } | { readonly op: 'not'; readonly condition: { readonly op: 'and' | 'or' | 'not' | 'count_gte' | 'count_lte' | 'any' | 'none' | 'new' | 'reopened' | 'expiring' | 'connection_lost' } }
    readonly left_out: readonly string[]
  }
  readonly 'alert-rules': {
    readonly name: string
    readonly description: string
    readonly enabled: boolean
    readonly disabled_reason: 'author_left' | 'author_lost_right' | null
    readonly trigger: 'after_scan' | 'daily' | 'both'
    readonly condition: { readonly op: 'count_gte'; readonly count: number; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'count_lte'; readonly count: number; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'any'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'none'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'new'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'reopened'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'expiring'; readonly days: number; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[]; readonly severity: readonly ('critical' | 'high' | 'medium' | 'low' | 'informational')[]; readonly check_id: readonly string[]; readonly service: readonly string[]; readonly region: readonly string[]; readonly category: readonly string[]; readonly resource_type: readonly string[]; readonly resource_uid: readonly string[] } } | { readonly op: 'connection_lost'; readonly filter: { readonly provider_id: readonly string[]; readonly provider_type: readonly ('alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel')[] } } | { readonly op: 'and' | 'or'; readonly conditions: readonly ({ readonly op: 'and' | 'or' | 'not' | 'count_gte' | 'count_lte' | 'any' | 'none' | 'new' | 'reopened' | 'expiring' | 'connection_lost' })[] } | { readonly op: 'not'; readonly condition: { readonly op: 'and' | 'or' | 'not' | 'count_gte' | 'count_lte' | 'any' | 'none' | 'new' | 'reopened' | 'expiring' | 'connection_lost' } }
    readonly recipient_emails: readonly string[]
    readonly last_fired_at: string | null
    readonly undelivered_at: string | null
    readonly undelivered_reason: 'no_mailbox' | 'refused' | 'expired' | 'too_many' | 'no_mail_server' | 'author_lost_right' | null
    readonly inserted_at: string
    readonly updated_at: string
  }
  readonly 'alert-subscriptions': {
    readonly email: string
    readonly status: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced'
  }
  readonly 'api-keys': {
    readonly name: string
    readonly prefix: string
    readonly expires_at: string
    readonly revoked: boolean
    readonly inserted_at: string
    readonly last_used_at: string | null
  }
  readonly 'attack-surface-overviews': {
    readonly total_findings: number
    readonly failed_findings: number
    readonly muted_failed_findings: number
  }
  readonly 'audit-events': {
    readonly sequence: string
    readonly inserted_at: string
    readonly actor_id: string | null
    readonly credential_id: string | null
    readonly action: string
    readonly resource_type: string
    readonly resource_id: string | null
    readonly before: unknown
    readonly after: unknown
    readonly request_id: string | null
  }
  readonly 'browser-sessions': {
    readonly access: string
  }
  readonly 'category-overviews': {
    readonly total_findings: number
    readonly failed_findings: number
    readonly new_failed_findings: number
    readonly severity: Readonly<Record<string, { readonly total: number; readonly failed: number; readonly new_failed: number }>>
  }
  readonly 'check-frameworks': {
    readonly name: string
    readonly requirements: readonly string[]
  }
  readonly 'compliance-checks': {
    readonly check_id: string
    readonly provider_type: string
    readonly title: string | null
    readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'informational' | null
    readonly state: 'failed' | 'unread' | 'excluded' | 'missing' | 'passed' | 'not_applicable' | null
    readonly pass_count: number
    readonly fail_count: number
    readonly manual_count: number
  }
  readonly 'compliance-overviews': {
    readonly framework: string
    readonly version: string
    readonly requirements_passed: number
    readonly requirements_failed: number
    readonly requirements_manual: number
    readonly total_requirements: number
    readonly requirements_partial: number
    readonly checks_named: number
    readonly checks_judged: number
  }
  readonly 'compliance-overviews-metadata': {
    readonly regions: readonly string[]
  }
  readonly 'compliance-requirements-attributes': {
    readonly framework: string
    readonly version: string
    readonly compliance_name: string
    readonly framework_description: string
    readonly name: string
    readonly description: string
    readonly missing_check_ids: readonly string[]
    readonly attributes: unknown
  }
  readonly 'compliance-requirements-details': {
    readonly framework: string
    readonly version: string
    readonly description: string
    readonly status: 'FAIL' | 'PASS' | 'MANUAL'
    readonly status_reason: 'failed' | 'weaker_configuration' | 'all_passed' | 'partly_judged' | 'not_judged' | 'not_applicable' | 'no_checks' | 'by_people'
    readonly status_detail: string | null
    readonly checks: { readonly named: number; readonly failed: number; readonly unread: number; readonly excluded: number; readonly missing: number; readonly passed: number; readonly not_applicable: number }
    readonly passed_findings: number
    readonly total_findings: number
  }
  readonly 'compliance-watchlist-overviews': {
    readonly compliance_id: string
    readonly requirements_passed: number
    readonly requirements_failed: number
    readonly requirements_manual: number
    readonly total_requirements: number
  }
  readonly 'email-releases': {
    readonly email: string
    readonly outcome: 'released' | 'withdrawn'
  }
  readonly 'email-verifications': {
    readonly email: string
  }
  readonly 'evidence-keys': {
    readonly algorithm: string
    readonly public_key: string
  }
  readonly 'finding-changes': {
    readonly since: string | null
    readonly fail: { readonly before: number; readonly now: number }
    readonly new_failures: number
    readonly changed_to_fail: number
    readonly reopened: number
    readonly no_longer_failing: number
    readonly changed_to_pass: number
    readonly by_severity: Readonly<Record<string, { readonly before: number; readonly now: number }>>
    readonly by_provider: readonly ({ readonly id: string; readonly before: number; readonly now: number })[]
    readonly by_service: readonly ({ readonly id: string; readonly before: number; readonly now: number })[]
    readonly compared: { readonly provider_ids: readonly string[] }
    readonly not_scanned_since: { readonly provider_ids: readonly string[] }
    readonly without_earlier: { readonly provider_ids: readonly string[] }
  }
  readonly 'finding-compliance-frameworks': {
    readonly compliance_id: string
    readonly provider_type: string
    readonly scope: 'provider' | 'universal'
    readonly framework: string
    readonly name: string
    readonly version: string
    readonly requirements: readonly string[]
  }
  readonly 'finding-dynamic-filters': {
    readonly services: readonly string[]
    readonly regions: readonly string[]
  }
  readonly 'finding-group-resources': {
    readonly resource: { readonly uid: string; readonly name: string; readonly service: string; readonly region: string; readonly type: string; readonly resource_group: string | null }
    readonly provider: { readonly type: string; readonly uid: string; readonly alias: string | null }
    readonly finding_id: string
    readonly finding_uid: string
    readonly status: 'FAIL' | 'PASS' | 'MANUAL'
    readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'informational'
    readonly delta: 'new' | 'changed' | null
    readonly muted: boolean
    readonly muted_reason: string | null
    readonly first_seen_at: string | null
    readonly last_seen_at: string | null
    readonly triage_id: string
    readonly triage_status: 'open' | 'under_review' | 'remediating' | 'risk_accepted' | 'false_positive' | 'resolved' | 'reopened'
    readonly triage_notes_count: number
    readonly triage_has_note: boolean
  }
  readonly 'finding-groups': {
    readonly check_id: string
    readonly check_title: string | null
    readonly check_description: string | null
    readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'informational'
    readonly status: 'FAIL' | 'PASS' | 'MANUAL'
    readonly muted: boolean
    readonly impacted_providers: readonly string[]
    readonly resources_fail: number
    readonly resources_total: number
    readonly pass_count: number
    readonly fail_count: number
    readonly manual_count: number
    readonly pass_muted_count: number
    readonly fail_muted_count: number
    readonly manual_muted_count: number
    readonly muted_count: number
    readonly new_count: number
    readonly changed_count: number
    readonly new_fail_count: number
    readonly new_fail_muted_count: number
    readonly new_pass_count: number
    readonly new_pass_muted_count: number
    readonly new_manual_count: number
    readonly new_manual_muted_count: number
    readonly changed_fail_count: number
    readonly changed_fail_muted_count: number
    readonly changed_pass_count: number
    readonly changed_pass_muted_count: number
    readonly changed_manual_count: number
    readonly changed_manual_muted_count: number
    readonly first_seen_at: string | null
    readonly last_seen_at: string | null
    readonly failing_since: string | null
  }
  readonly 'finding-subjects': {
    readonly kind: 'resource' | 'provider' | 'service'
    readonly name: string
    readonly uid: string | null
    readonly region: string | null
    readonly resource_type: string | null
    readonly provider: { readonly type: string; readonly uid: string; readonly alias: string | null } | null
    readonly filter: { readonly name: string; readonly value: string }
    readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'informational'
    readonly checks_count: number
    readonly pass_count: number
    readonly fail_count: number
    readonly manual_count: number
    readonly pass_muted_count: number
    readonly fail_muted_count: number
    readonly manual_muted_count: number
    readonly first_seen_at: string
  }
  readonly 'finding-triage-notes': {
    readonly body: string
    readonly inserted_at: string
    readonly updated_at: string
  }
  readonly 'finding-triages': {
    readonly status: 'open' | 'under_review' | 'remediating' | 'risk_accepted' | 'false_positive' | 'resolved' | 'reopened'
    readonly finding_uid: string
    readonly finding_status: 'FAIL' | 'PASS' | 'MANUAL'
    readonly raw_status: 'FAIL' | 'PASS' | 'MANUAL'
    readonly muted: boolean
    readonly notes_count: number
    readonly has_note: boolean
    readonly updated_at: string | null
    readonly manual_pass_active: boolean
    readonly manual_pass_created_at: string | null
    readonly manual_pass_expires_at: string | null
    readonly manual_pass_deactivated_at: string | null
    readonly manual_pass_evidence: string | null
    readonly manual_pass_created_by_name: string | null
  }
  readonly 'finding-triages-bulk': {
    readonly status: 'open' | 'under_review' | 'remediating' | 'risk_accepted' | 'false_positive' | 'resolved' | 'reopened'
    readonly changed: number
    readonly finding_ids: readonly string[]
    readonly refused: readonly ({ readonly finding_id: string; readonly code: string; readonly detail: string })[]
  }
  readonly findings: {
    readonly uid: string
    readonly delta: 'new' | 'changed' | null
    readonly status: 'FAIL' | 'PASS' | 'MANUAL'
    readonly raw_status: 'FAIL' | 'PASS' | 'MANUAL'
    readonly status_extended: string | null
    readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'informational'
    readonly check_id: string
    readonly check_metadata: unknown
    readonly categories: readonly string[] | null
    readonly resource_groups: string | null
    readonly raw_result: unknown
    readonly inserted_at: string
    readonly updated_at: string
    readonly first_seen_at: string | null
    readonly muted: boolean
    readonly muted_reason: string | null
    readonly finding_uid: string
    readonly triage_id: string
    readonly triage_status: 'open' | 'under_review' | 'remediating' | 'risk_accepted' | 'false_positive' | 'resolved' | 'reopened'
    readonly triage_notes_count: number
    readonly triage_has_note: boolean
    readonly manual_pass_active: boolean
    readonly manual_pass_created_at: string | null
    readonly manual_pass_expires_at: string | null
    readonly manual_pass_deactivated_at: string | null
    readonly manual_pass_evidence: string | null
    readonly manual_pass_created_by_name: string | null
  }
  readonly 'findings-metadata': {
    readonly services: readonly string[]
    readonly regions: readonly string[]
    readonly resource_types: readonly string[]
    readonly categories: readonly string[]
    readonly groups: readonly string[]
    readonly counts: { readonly services: Readonly<Record<string, number>>; readonly regions: Readonly<Record<string, number>>; readonly resource_types: Readonly<Record<string, number>>; readonly categories: Readonly<Record<string, number>>; readonly groups: Readonly<Record<string, number>> }
  }
  readonly 'findings-overview': {
    readonly new: number
    readonly changed: number
    readonly unchanged: number
    readonly fail_new: number
    readonly fail_changed: number
    readonly pass_new: number
    readonly pass_changed: number
    readonly muted_new: number
    readonly muted_changed: number
    readonly total: number
    readonly fail: number
    readonly muted: number
    readonly pass: number
    readonly first_results: { readonly provider_ids: readonly string[]; readonly fail: number; readonly pass: number }
    readonly without_results: { readonly provider_ids: readonly string[] }
    readonly since_previous_scan: { readonly providers: number; readonly fail_new: number; readonly fail_changed: number; readonly pass_changed: number }
  }
  readonly 'findings-severity-over-time': {
    readonly critical: number
    readonly high: number
    readonly medium: number
    readonly low: number
    readonly informational: number
    readonly muted: number
    readonly scan_ids: readonly string[]
  }
  readonly 'findings-severity-overview': {
    readonly critical: number
    readonly high: number
    readonly medium: number
    readonly low: number
    readonly informational: number
  }
  readonly 'github-social-tokens': {
    readonly refresh: string
    readonly access: string
  }
  readonly 'google-social-tokens': {
    readonly refresh: string
    readonly access: string
  }
  readonly 'ingestion-errors': {
    readonly index: number | null
    readonly pointer: string
    readonly code: string
    readonly detail: string
  }
  readonly ingestions: {
    readonly status: 'pending' | 'processing' | 'completed' | 'failed'
    readonly summary: { readonly total: number; readonly processed: number; readonly outdated: number; readonly duplicate: number; readonly invalid: number }
    readonly is_retryable: boolean
    readonly file_name: string
    readonly bytes: number
    readonly inserted_at: string
    readonly requested_at: string
    readonly started_at: string | null
    readonly completed_at: string | null
  }
  readonly 'integration-deliveries': {
    readonly kind: string
    readonly state: 'pending' | 'delivered' | 'failed'
    readonly attempts: number
    readonly inserted_at: string
    readonly attempted_at: string | null
    readonly next_attempt_at: string | null
    readonly ended_at: string | null
    readonly reason_code: string | null
    readonly reason: string | null
    readonly failures: readonly ({ readonly at: string; readonly code: string; readonly reason: string })[]
    readonly subject: Readonly<Record<string, unknown>>
    readonly outcome: Readonly<Record<string, unknown>> | null
  }
  readonly integrations: {
    readonly inserted_at: string
    readonly updated_at: string
    readonly enabled: boolean
    readonly connected: boolean | null
    readonly connection_last_checked_at: string | null
    readonly integration_type: 'amazon_s3' | 'aws_security_hub' | 'jira' | 'slack' | 'splunk' | 'syslog' | 'teams' | 'webhook'
    readonly configuration: Readonly<Record<string, unknown>>
  }
  readonly 'invitation-previews': {
    readonly email: string
    readonly tenant_name: string
    readonly inviter_name: string
    readonly role_names: readonly string[]
    readonly expires_at: string
  }
  readonly invitations: {
    readonly inserted_at: string
    readonly updated_at: string
    readonly email: string
    readonly state: 'pending' | 'accepted' | 'expired' | 'revoked'
    readonly token: string | null
    readonly expires_at: string
  }
  readonly 'jira-issue-types': {
    readonly project_key: string
    readonly issue_types: readonly string[]
    readonly required_fields: readonly ({ readonly id: string; readonly name: string; readonly type: string; readonly allowed: readonly string[] })[] | null
  }
  readonly memberships: {
    readonly role: 'owner' | 'member'
    readonly date_joined: string
  }
  readonly 'mute-rule-previews': {
    readonly matched: number
    readonly newly_muted: number
    readonly newly_muted_failing: number
    readonly finding_uids: readonly string[]
    readonly overlapping_uids: readonly string[]
  }
  readonly 'mute-rules': {
    readonly inserted_at: string
    readonly updated_at: string
    readonly name: string
    readonly reason: string
    readonly enabled: boolean
    readonly finding_uids: readonly string[]
    readonly finding_count: number
    readonly expires_at: string | null
  }
  readonly 'oidc-social-tokens': {
    readonly refresh: string
    readonly access: string
  }
  readonly 'password-resets': {
    readonly email: string
  }
  readonly 'processor-previews': {
    readonly complete: boolean
    readonly matched: number
    readonly newly_muted: number
    readonly newly_muted_failing: number
    readonly no_longer_muted: number
    readonly unmatched_entries: readonly ({ readonly account: string; readonly check: string })[] | null
    readonly unmatched_count: number | null
  }
  readonly processors: {
    readonly inserted_at: string
    readonly updated_at: string
    readonly processor_type: 'mutelist'
    readonly configuration: { readonly Mutelist: { readonly Accounts: Readonly<Record<string, { readonly Checks: Readonly<Record<string, { readonly Regions: readonly string[]; readonly Resources: readonly string[]; readonly Tags: readonly string[]; readonly Exceptions: { readonly Accounts: readonly string[]; readonly Regions: readonly string[]; readonly Resources: readonly string[]; readonly Tags: readonly string[] }; readonly Description: string }>> }>> } }
    readonly unmatched_entries: readonly ({ readonly account: string; readonly check: string })[] | null
    readonly unmatched_count: number | null
  }
  readonly 'provider-groups': {
    readonly name: string
    readonly inserted_at: string
    readonly updated_at: string
  }
  readonly 'provider-kinds': {
    readonly name: string
    readonly scannable: boolean
    readonly instead: string | null
    readonly uid_label: string
    readonly uid_hint: string
    readonly uid_pattern: string
    readonly credentials: readonly ({ readonly secret_type: 'static' | 'role' | 'service_account'; readonly title: string; readonly notes: readonly string[]; readonly fields: readonly ({ readonly name: string; readonly label: string; readonly required: boolean; readonly secret: boolean; readonly input: 'text' | 'number' | 'document' | 'json' | 'list'; readonly hint: string | null; readonly pattern: string | null; readonly default: string | null })[] })[]
    readonly least_privilege: { readonly policy: Readonly<Record<string, unknown>>; readonly characters: number; readonly fits: 'managed_policy' | 'inline_policy' | 'split'; readonly managed_policies: readonly (Readonly<Record<string, unknown>>)[] } | null
  }
  readonly 'provider-secrets': {
    readonly inserted_at: string
    readonly updated_at: string
    readonly name: string | null
    readonly secret_type: 'static' | 'role' | 'service_account'
  }
  readonly 'provider-services-overview': {
    readonly service: string
    readonly total: number
    readonly fail: number
    readonly muted: number
    readonly pass: number
  }
  readonly providers: {
    readonly inserted_at: string
    readonly updated_at: string
    readonly provider: 'alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel'
    readonly uid: string
    readonly alias: string | null
    readonly connection: { readonly connected: boolean | null; readonly last_checked_at: string | null }
  }
  readonly 'providers-count-overview': {
    readonly count: number
  }
  readonly 'providers-overview': {
    readonly findings: Readonly<Record<string, number>>
    readonly resources: Readonly<Record<string, number>>
  }
  readonly 'regions-overview': {
    readonly provider_type: string
    readonly region: string
    readonly total: number
    readonly fail: number
    readonly muted: number
    readonly pass: number
  }
  readonly 'resource-events': {
    readonly event_time: string
    readonly event_name: string
    readonly event_source: string
    readonly actor: string
    readonly actor_uid: string | null
    readonly actor_type: string | null
    readonly source_ip_address: string | null
    readonly user_agent: string | null
    readonly request_data: unknown
    readonly response_data: unknown
    readonly error_code: string | null
    readonly error_message: string | null
  }
  readonly 'resource-group-overviews': {
    readonly total_findings: number
    readonly failed_findings: number
    readonly new_failed_findings: number
    readonly resources_count: number
    readonly severity: Readonly<Record<string, { readonly total: number; readonly failed: number; readonly new_failed: number }>>
  }
  readonly resources: {
    readonly inserted_at: string
    readonly updated_at: string
    readonly uid: string
    readonly name: string
    readonly region: string
    readonly service: string
    readonly type: string
    readonly tags: Readonly<Record<string, string>>
    readonly failed_findings_count: number
    readonly metadata: string | null
    readonly details: string | null
    readonly partition: string | null
    readonly groups: readonly string[] | null
  }
  readonly 'resources-metadata': {
    readonly services: readonly string[]
    readonly regions: readonly string[]
    readonly types: readonly string[]
    readonly groups: readonly string[]
  }
  readonly roles: {
    readonly name: string
    readonly manage_users: boolean
    readonly manage_account: boolean
    readonly manage_billing: boolean
    readonly manage_providers: boolean
    readonly manage_integrations: boolean
    readonly manage_scans: boolean
    readonly manage_ingestions: boolean
    readonly manage_alerts: boolean
    readonly permission_state: 'unlimited' | 'limited' | 'none'
    readonly unlimited_visibility: boolean
    readonly inserted_at: string
    readonly updated_at: string
  }
  readonly 'saml-configurations': {
    readonly email_domain: string
    readonly metadata_xml: string
    readonly domain_verified_at: string | null
    readonly domain_record_name: string
    readonly domain_record_value: string
    readonly created_at: string
    readonly updated_at: string
  }
  readonly 'saml-tokens': {
    readonly refresh: string
    readonly access: string
  }
  readonly 'saved-views': {
    readonly name: string
    readonly screen: string
    readonly query: string
    readonly is_shared: boolean
    readonly inserted_at: string
    readonly updated_at: string
  }
  readonly 'scan-configuration-keys': {
    readonly provider: 'alibabacloud' | 'aws' | 'azure' | 'cloudflare' | 'gcp' | 'github' | 'googleworkspace' | 'iac' | 'image' | 'kubernetes' | 'm365' | 'mongodbatlas' | 'okta' | 'openstack' | 'oraclecloud' | 'vercel'
    readonly name: string
    readonly about: string
    readonly default: unknown | null
    readonly minimum: unknown | null
    readonly maximum: unknown | null
    readonly check_ids: readonly string[]
    readonly known_values: readonly ({ readonly value: string; readonly title: string })[]
  }
  readonly 'scan-configurations': {
    readonly name: string
    readonly configuration: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly unknown_keys: readonly string[]
    readonly inserted_at: string
    readonly updated_at: string
  }
  readonly 'scan-coverage': {
    readonly check_id: string
    readonly service: string
    readonly region: string
    readonly resource_type: string
    readonly outcome: 'assessed' | 'not_applicable' | 'denied' | 'throttled' | 'error' | 'capped' | 'excluded'
    readonly action: string | null
    readonly count: number
    readonly sample: string | null
  }
  readonly 'scan-report-links': {
    readonly url: string | null
    readonly filename: string
    readonly seconds: number
  }
  readonly 'scan-reports': {
    readonly name: string
  }
  readonly scans: {
    readonly name: string | null
    readonly trigger: 'manual' | 'scheduled' | 'imported'
    readonly state: 'available' | 'scheduled' | 'executing' | 'completed' | 'failed' | 'cancelled'
    readonly is_partial: boolean
    readonly is_first: boolean
    readonly unique_resource_count: number
    readonly progress: number
    readonly duration: number | null
    readonly inserted_at: string
    readonly started_at: string | null
    readonly completed_at: string | null
    readonly scheduled_at: string | null
    readonly next_scan_at: string | null
  }
  readonly schedules: {
    readonly configured: boolean
    readonly scan_enabled: boolean
    readonly scan_frequency: 'DAILY' | 'INTERVAL' | 'WEEKLY' | 'MONTHLY' | null
    readonly scan_timezone: string | null
    readonly scan_hour: number | null
    readonly scan_interval_hours: number | null
    readonly scan_day_of_week: number | null
    readonly scan_day_of_month: number | null
    readonly next_scan_at: string | null
    readonly last_scan_at: string | null
    readonly inserted_at: string | null
    readonly updated_at: string | null
  }
  readonly 'schedules-bulk': {
    readonly updated: readonly string[]
    readonly failed: readonly ({ readonly id: string; readonly error: string })[]
  }
  readonly 'second-factors': {
    readonly confirmed_at: string | null
    readonly recovery_codes_left: number
    readonly inserted_at: string
  }
  readonly 'server-info': {
    readonly sign_up: 'open' | 'invited' | 'closed'
    readonly sign_in: readonly ('password' | 'saml' | 'google' | 'github' | 'oidc')[]
    readonly sends_email: boolean
    readonly event_streams: readonly string[]
  }
  readonly 'services-overview': {
    readonly total: number
    readonly fail: number
    readonly muted: number
    readonly pass: number
  }
  readonly sessions: {
    readonly signed_in_at: string
    readonly last_used_at: string
    readonly expires_at: string
    readonly auth_method: 'password' | 'assigned_password' | 'social' | 'saml'
    readonly is_current: boolean
  }
  readonly 'social-sign-ins': {
    readonly authorization_url: string
    readonly state: string
    readonly code_verifier: string
    readonly expires_at: string
  }
  readonly tasks: {
    readonly inserted_at: string
    readonly started_at: string | null
    readonly completed_at: string | null
    readonly name: string
    readonly state: 'available' | 'scheduled' | 'executing' | 'completed' | 'failed' | 'cancelled'
    readonly result: unknown | null
    readonly task_args: Readonly<Record<string, unknown>>
    readonly metadata: Readonly<Record<string, unknown>>
  }
  readonly tenants: {
    readonly name: string
  }
  readonly 'threatscore-snapshots': {
    readonly inserted_at: string
    readonly compliance_id: string
    readonly overall_score: string
    readonly score_coverage: string
    readonly score_delta: string | null
    readonly section_scores: unknown
    readonly critical_requirements: unknown
    readonly total_requirements: number
    readonly passed_requirements: number
    readonly failed_requirements: number
    readonly manual_requirements: number
    readonly total_findings: number
    readonly passed_findings: number
    readonly failed_findings: number
  }
  readonly tokens: {
    readonly refresh: string
    readonly access: string
  }
  readonly 'tokens-refresh': {
    readonly refresh: string
    readonly access: string
  }
  readonly 'tokens-switch-tenant': {
    readonly refresh: string
    readonly access: string
  }
  readonly 'user-identities': {
    readonly issuer: string
    readonly email: string
    readonly inserted_at: string
  }
  readonly users: {
    readonly name: string
    readonly email: string
    readonly email_verified: boolean
    readonly pending_email: string | null
    readonly company_name: string
    readonly date_joined: string
  }
}

import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './apiserver_audit_log_maxage_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server({ audit_log_maxage: 0 }),
    server({ audit_log_maxage: null }),
    server(),
    server({ audit_log_maxage: 365 }),
    given(server({ audit_log_maxage: 1 }), { config: { audit_log_maxage: 1 } }),
  ],
  fail: [
    server({ audit_log_maxage: 29 }),
    server({ audit_log_path: null }),
    server({ audit_policy_file: null }),
  ],
  manual: [
    given(server({ audit_log_maxage: null }), { config: { audit_log_maxage: 400 } }),
    server({ audit_log_path: '-' }),
    server({ audit_log_path: null, audit_webhook_config_file: '/etc/kubernetes/audit.kubeconfig' }),
  ],
  unread: [
    server({ audit_log_path: unread('flag_not_literal') }),
    server({ audit_policy_file: unread('flag_not_literal') }),
    server({ audit_webhook_config_file: unread('flag_not_literal') }),
    server({ audit_log_maxage: unread('flag_not_literal') }),
  ],
})

import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './apiserver_audit_log_maxsize_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server({ audit_log_maxsize: null }),
    server(),
    server({ audit_log_maxsize: 365 }),
    given(server({ audit_log_maxsize: 1 }), { config: { audit_log_maxsize: 1 } }),
  ],
  fail: [
    given(server({ audit_log_maxsize: null }), { config: { audit_log_maxsize: 200 } }),
    server({ audit_log_maxsize: 99 }),
    server({ audit_log_path: null }),
    server({ audit_policy_file: null }),
  ],
  manual: [
    server({ audit_log_maxsize: 0 }),
    server({ audit_log_path: '-' }),
    server({ audit_log_path: null, audit_webhook_config_file: '/etc/kubernetes/audit.kubeconfig' }),
  ],
  unread: [
    server({ audit_log_path: unread('flag_not_literal') }),
    server({ audit_policy_file: unread('flag_not_literal') }),
    server({ audit_webhook_config_file: unread('flag_not_literal') }),
    server({ audit_log_maxsize: unread('flag_not_literal') }),
  ],
})

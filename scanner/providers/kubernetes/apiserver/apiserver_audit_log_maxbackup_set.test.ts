import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './apiserver_audit_log_maxbackup_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server(),
    server({ audit_log_maxbackup: 365 }),
    given(server({ audit_log_maxbackup: 1 }), { config: { audit_log_maxbackup: 1 } }),
  ],
  fail: [
    server({ audit_log_maxbackup: 0 }),
    server({ audit_log_maxbackup: 9 }),
    server({ audit_log_path: null }),
    server({ audit_policy_file: null }),
  ],
  manual: [
    server({ audit_log_maxbackup: null }),
    server({ audit_log_path: '-' }),
    server({ audit_log_path: null, audit_webhook_config_file: '/etc/kubernetes/audit.kubeconfig' }),
  ],
  unread: [
    server({ audit_log_path: unread('flag_not_literal') }),
    server({ audit_policy_file: unread('flag_not_literal') }),
    server({ audit_webhook_config_file: unread('flag_not_literal') }),
    server({ audit_log_maxbackup: unread('flag_not_literal') }),
  ],
})

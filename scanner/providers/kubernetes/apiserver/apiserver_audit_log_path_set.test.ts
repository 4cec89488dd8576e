import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_audit_log_path_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server(), server({ audit_log_path: '-' })],
  fail: [
    server({ audit_log_path: null }),
    server({ audit_policy_file: null }),
    server({
      audit_log_path: null,
      audit_webhook_config_file: '/etc/kubernetes/audit.kubeconfig',
      audit_policy_file: null,
    }),
  ],
  manual: [
    server({ audit_log_path: null, audit_webhook_config_file: '/etc/kubernetes/audit.kubeconfig' }),
  ],
  unread: [
    server({ audit_log_path: unread('flag_not_literal') }),
    server({ audit_policy_file: unread('flag_not_literal') }),
    server({ audit_webhook_config_file: unread('flag_not_literal') }),
  ],
})

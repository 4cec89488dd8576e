import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './eks_control_plane_logging_all_types_enabled.ts'
import { cluster, withDetails } from './worlds.ts'

verify(check, {
  pass: [
    cluster(),
    given(withDetails({ logs: ['audit'] }), { config: { eks_required_log_types: ['audit'] } }),
  ],
  fail: [withDetails({ logs: [] }), withDetails({ logs: ['api', 'audit'] })],
  none: [withDetails({ logs: [], status: 'DELETING' })],
  unread: [cluster({ details: unread('AccessDeniedException') })],
})

import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './eks_cluster_uses_a_supported_version.ts'
import { cluster, details, withDetails } from './worlds.ts'

const oldest = { config: { eks_cluster_oldest_version_supported: '1.10' } }

verify(check, {
  pass: [cluster(), given(cluster({ support: 'EXTENDED_SUPPORT' }), oldest)],
  fail: [
    cluster({ support: 'EXTENDED_SUPPORT' }),
    cluster({ support: 'UNSUPPORTED' }),
    cluster({ support: null }),
    given(withDetails({ version: '1.9' }), oldest),
  ],
  none: [cluster({ details: details({ status: 'DELETING' }), support: null })],
  unread: [
    cluster({ details: unread('AccessDeniedException') }),
    cluster({ support: unread('AccessDeniedException') }),
  ],
})

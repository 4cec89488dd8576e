import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './iam_user_accesskey_unused.ts'
import { ago, credentials, key, keyHolder, rootHolder } from './worlds.ts'

const holding = (...access_keys: ReturnType<typeof key>[]) =>
  keyHolder({ credentials: credentials({ access_keys }) })

verify(check, {
  pass: [
    keyHolder(),
    holding(key({ used_at: ago(45) })),
    rootHolder(),
    holding(key({ active: false, used_at: ago(400) })),
    holding(key({ used_at: null, rotated_at: ago(3) })),
    given(holding(key({ used_at: ago(80) })), { config: { max_unused_access_keys_days: 90 } }),
  ],
  fail: [
    holding(key({ used_at: ago(46) })),
    holding(key({ used_at: ago(200) }), key({ slot: 2, used_at: ago(46) })),
    holding(key({ used_at: null, rotated_at: ago(46) })),
    holding(key({ used_at: null, rotated_at: null })),
    rootHolder(key({ used_at: ago(46) })),
    given(holding(key({ used_at: ago(31) })), { config: { max_unused_access_keys_days: 30 } }),
  ],
  unread: [keyHolder({ credentials: unread('report_not_ready', { outcome: 'error' }) })],
})

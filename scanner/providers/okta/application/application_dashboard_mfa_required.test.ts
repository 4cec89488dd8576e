import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './application_dashboard_mfa_required.ts'
import { app, chain, deny, rule } from './worlds.ts'

verify(check, {
  pass: [app(), app({ rules: [rule(), rule()] })],
  fail: [
    app({ rules: [rule({ factors: 1 })] }),
    app({ rules: [rule(), chain, rule({ factors: 1 })] }),
  ],
  manual: [app({ rules: [rule(), chain] }), app({ rules: null })],
  none: [app({ rules: [] }), app({ rules: [deny({ factors: 1 })] })],
  unread: [app({ rules: unread('E0000006') })],
})

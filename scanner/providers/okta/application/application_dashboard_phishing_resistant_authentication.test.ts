import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './application_dashboard_phishing_resistant_authentication.ts'
import { app, chain, deny, rule } from './worlds.ts'

verify(check, {
  pass: [app(), app({ rules: [rule({ factors: 1 }), deny()] })],
  fail: [
    app({ rules: [rule({ isPhishingResistant: false })] }),
    app({ rules: [chain, rule(), rule({ isPhishingResistant: false })] }),
  ],
  manual: [app({ rules: [chain, rule()] }), app({ rules: null })],
  none: [app({ rules: [deny({ isPhishingResistant: false })] })],
  unread: [app({ rules: unread('E0000047', { outcome: 'throttled' }) })],
})

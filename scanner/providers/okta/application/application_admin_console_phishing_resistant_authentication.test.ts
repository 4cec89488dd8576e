import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './application_admin_console_phishing_resistant_authentication.ts'
import { adminConsole, chain, deny, rule } from './worlds.ts'

verify(check, {
  pass: [adminConsole(), adminConsole({ rules: [rule({ factors: 1 }), deny()] })],
  fail: [
    adminConsole({ rules: [rule({ isPhishingResistant: false })] }),
    adminConsole({ rules: [chain, rule(), rule({ isPhishingResistant: false })] }),
  ],
  manual: [adminConsole({ rules: [chain, rule()] }), adminConsole({ rules: null })],
  none: [adminConsole({ rules: [deny({ isPhishingResistant: false })] })],
  unread: [adminConsole({ rules: unread('E0000047', { outcome: 'throttled' }) })],
})

import type { SettingRule } from '../../kit/index.ts'

const atLeastOne = { whole: true, min: 1, max: 100_000 } as const
/** Names of cipher suites as Go has them. */
const suite = { is: (text: string) => /^TLS_[A-Z0-9_]{1,80}$/.test(text), called: 'cipher suites' }

/** What the thresholds of checks mean, and the values that they take. */
export const settings: Readonly<Record<string, SettingRule>> = {
  apiserver_strong_ciphers: {
    about: 'Cipher suites that the API server may offer for TLS 1.2.',
    item: suite,
  },
  audit_log_maxage: {
    about: 'Days for which audit logs have to be retained at least.',
    ...atLeastOne,
  },
  audit_log_maxbackup: {
    about: 'Old files of the audit log that have to be retained at least.',
    ...atLeastOne,
  },
  audit_log_maxsize: {
    about: 'Megabytes that a file of the audit log may reach at least before it is rotated.',
    ...atLeastOne,
  },
  kubelet_strong_ciphers: {
    about: 'Cipher suites that a kubelet may offer for TLS 1.2.',
    item: suite,
  },
}

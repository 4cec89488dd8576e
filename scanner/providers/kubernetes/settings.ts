import type { SettingRule } from '../../kit/index.ts'

const atLeastOne = { whole: true, min: 1, max: 100_000 } as const
/** Names of cipher suites in Go. */
const suite = { is: (text: string) => /^TLS_[A-Z0-9_]{1,80}$/.test(text), called: 'cipher suites' }

/** The meaning of the thresholds of checks, and their accepted values. */
export const settings: Readonly<Record<string, SettingRule>> = {
  apiserver_strong_ciphers: {
    about: 'Cipher suites that the API server can offer for TLS 1.2.',
    item: suite,
  },
  audit_log_maxage: {
    about: 'Minimum days that audit log files are retained.',
    ...atLeastOne,
  },
  audit_log_maxbackup: {
    about: 'Minimum number of old audit log files that are retained.',
    ...atLeastOne,
  },
  audit_log_maxsize: {
    about: 'Minimum size of an audit log file, in megabytes, before it is rotated.',
    ...atLeastOne,
  },
  kubelet_strong_ciphers: {
    about: 'Cipher suites that a kubelet can offer for TLS 1.2.',
    item: suite,
  },
}

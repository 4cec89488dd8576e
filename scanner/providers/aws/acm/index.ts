import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import certificatesExpirationCheck from './acm_certificates_expiration_check.ts'
import certificatesTransparencyLogsEnabled from './acm_certificates_transparency_logs_enabled.ts'
import certificatesWithSecureKeyAlgorithms from './acm_certificates_with_secure_key_algorithms.ts'
import { collect } from './collect.ts'
import type { Acm } from './resources.ts'

export default service<Acm, Aws>({
  name: 'acm',
  scope: 'regional',
  kinds: {
    certificates: {
      list: ['acm:ListCertificates'],
      fields: { transparency_logging: ['acm:DescribeCertificate'] },
    },
  },
  collect,
  checks: [
    certificatesExpirationCheck,
    certificatesTransparencyLogsEnabled,
    certificatesWithSecureKeyAlgorithms,
  ],
})

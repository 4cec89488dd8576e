import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './controllermanager_rotate_kubelet_server_cert.ts'
import { manager } from './worlds.ts'

verify(check, {
  pass: [
    manager(),
    manager({ feature_gates: ['RotateKubeletServerCertificate=true'] }),
    manager({ feature_gates: ['AllBeta=false', 'RotateKubeletServerCertificate=true'] }),
    manager({ feature_gates: ['AllBeta=true'] }),
  ],
  fail: [
    manager({ feature_gates: ['A=true', 'RotateKubeletServerCertificate=false'] }),
    manager({ feature_gates: ['kube:RotateKubeletServerCertificate=false'] }),
    manager({
      feature_gates: [
        'RotateKubeletServerCertificate=true',
        'RotateKubeletServerCertificate=false',
      ],
    }),
  ],
  manual: [manager({ feature_gates: ['AllBeta=false'] })],
  unread: [manager({ feature_gates: unread('flag_not_literal') })],
})

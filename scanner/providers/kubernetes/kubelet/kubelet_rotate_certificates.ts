import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_rotate_certificates',
  title: 'Kubelets renew their client certificates',
  description:
    'Reads rotateCertificates in the KubeletConfiguration for new nodes: whether a kubelet asks for a new client certificate before its old one expires.',
  risk: 'A certificate that nobody renews expires, and the node with its pods is lost to the cluster; so people make certificates that last for years, as long as a thief can use them.',
  decision:
    'Passes when the setting is true, as kubeadm writes it. Fails when it is false, and when it is not set, because the documented default is false. Certificates of a node that sets it for itself are not seen. This is about the certificate that a kubelet shows to the API server, not the one that it serves with.',
  fix: inConfiguration(
    'Turn on the rotation of client certificates.',
    'Edit the ConfigMap: in data.kubelet set rotateCertificates to true.',
    'See that kubelet.conf on the nodes names /var/lib/kubelet/pki/kubelet-client-current.pem as client-certificate and client-key.',
  ),
  source: 'https://kubernetes.io/docs/tasks/tls/certificate-rotation/',
  links: [reference, reconfigure],
  over: 'configs',
  needs: ['rotate_certificates'],
  judge: ({ name, rotate_certificates: rotates }) => {
    if (rotates) return pass(`${configuration(name)} has kubelets renew their client certificates.`)
    return fail(
      rotates === null
        ? `${configuration(name)} does not set rotateCertificates, which is false by default.`
        : `${configuration(name)} sets rotateCertificates to false.`,
    )
  },
})

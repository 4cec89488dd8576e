import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_rotate_certificates',
  title: 'Kubelet rotates its client certificate',
  description:
    'Reads rotateCertificates in the KubeletConfiguration for new nodes, which makes a kubelet request a new client certificate before the old one expires.',
  risk: 'Without rotation, an expired certificate disconnects the node from the cluster, or certificates are issued for years and stay usable if stolen.',
  decision:
    'Passes if the setting is true, as kubeadm writes it. Fails if it is false or not set, because the documented default is false. Settings of single nodes are not visible. The check covers the certificate that a kubelet presents to the API server, not its serving certificate.',
  fix: inConfiguration(
    'Enable the rotation of client certificates.',
    'Edit the ConfigMap: in data.kubelet set rotateCertificates to true.',
    'Make sure that kubelet.conf on the nodes uses /var/lib/kubelet/pki/kubelet-client-current.pem as client-certificate and client-key.',
  ),
  source: 'https://kubernetes.io/docs/tasks/tls/certificate-rotation/',
  links: [reference, reconfigure],
  over: 'configs',
  needs: ['rotate_certificates'],
  judge: ({ name, rotate_certificates: rotates }) => {
    if (rotates) return pass(`${configuration(name)} enables the rotation of client certificates.`)
    return fail(
      rotates === null
        ? `${configuration(name)} does not set rotateCertificates, which is false by default.`
        : `${configuration(name)} sets rotateCertificates to false.`,
    )
  },
})

import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_tls_config',
  title: 'API server serves with a certificate of its own',
  description:
    'Reads --tls-cert-file and --tls-private-key-file, the certificate and key with which the API server answers.',
  risk: 'Without them the API server signs its own certificate; clients that cannot check it learn to skip the check, and give their tokens to whoever sits in between.',
  decision:
    'Passes when both files are named. Fails when one is missing. Who signed the certificate, and until when it is valid, cannot be seen.',
  fix: {
    text: 'Start the API server with --tls-cert-file and --tls-private-key-file, of a CA that clients know.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set both flags, with kubeadm to apiserver.crt and apiserver.key in /etc/kubernetes/pki.',
      'See that the names and addresses that clients use are in the certificate.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  links: ['https://kubernetes.io/docs/setup/best-practices/certificates/'],
  over: 'servers',
  needs: ['tls_cert_file', 'tls_private_key_file'],
  judge: ({ name, tls_cert_file: certificate, tls_private_key_file: key }) => {
    if (certificate === null) return fail(`${name} sets no --tls-cert-file.`)
    if (key === null) return fail(`${name} sets no --tls-private-key-file.`)
    return pass(`${name} serves with the certificate ${certificate}.`)
  },
})

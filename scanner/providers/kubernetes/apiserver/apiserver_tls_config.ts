import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_tls_config',
  title: 'API server has a serving certificate configured',
  description:
    'Reads --tls-cert-file and --tls-private-key-file, the serving certificate and key of the API server.',
  risk: 'Without them, the API server uses a self-signed certificate. Clients that skip verification can send their tokens to an attacker in between.',
  decision:
    'Passes if both files are set. Fails if one is missing. The issuer and the expiration date of the certificate are not visible.',
  fix: {
    text: 'Start the API server with --tls-cert-file and --tls-private-key-file, signed by a CA that clients trust.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set both flags. With kubeadm, the files are apiserver.crt and apiserver.key in /etc/kubernetes/pki.',
      'Make sure that the certificate contains the names and addresses that clients use.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  links: ['https://kubernetes.io/docs/setup/best-practices/certificates/'],
  over: 'servers',
  needs: ['tls_cert_file', 'tls_private_key_file'],
  judge: ({ name, tls_cert_file: certificate, tls_private_key_file: key }) => {
    if (certificate === null) return fail(`${name} does not set --tls-cert-file.`)
    if (key === null) return fail(`${name} does not set --tls-private-key-file.`)
    return pass(`${name} uses the serving certificate ${certificate}.`)
  },
})

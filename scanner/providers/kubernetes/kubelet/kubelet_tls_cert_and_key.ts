import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_tls_cert_and_key',
  title: 'Kubelets serve with certificates that can be verified',
  description:
    'Reads tlsCertFile, tlsPrivateKeyFile and serverTLSBootstrap in the KubeletConfiguration for new nodes: whose certificate a kubelet shows to its clients.',
  risk: 'A kubelet without a certificate makes one that it signs itself, which nobody can verify: who stands between it and the API server reads logs and shells, or answers in its place.',
  decision:
    'Passes when both files are named, and when serverTLSBootstrap is true, with which the kubelet asks the cluster for its certificate. Fails when neither is so, and when only one of the two files is named. Whether the files are there, whether requests for certificates are approved, and what a single node sets is not seen.',
  fix: inConfiguration(
    'Let kubelets get their serving certificates from the cluster, or give each its own.',
    'Edit the ConfigMap: in data.kubelet set serverTLSBootstrap to true, or tlsCertFile and tlsPrivateKeyFile to files that every node has.',
    'With serverTLSBootstrap approve the requests of each node at once, because until then its kubelet serves neither logs, exec nor metrics: by kubectl certificate approve or a controller that verifies them.',
  ),
  source: reference,
  links: [
    'https://kubernetes.io/docs/tasks/administer-cluster/kubeadm/kubeadm-certs/',
    reconfigure,
  ],
  over: 'configs',
  needs: ['server_tls_bootstrap', 'tls_cert_file', 'tls_private_key_file'],
  judge: (config) => {
    const { name, tls_cert_file: certificate, tls_private_key_file: key } = config
    if (certificate !== null && key !== null)
      return pass(
        `${configuration(name)} names ${certificate.slice(0, 200)} as certificate, and its key.`,
      )
    if (certificate !== null || key !== null)
      return fail(
        `${configuration(name)} names ${certificate === null ? 'a key without its certificate' : 'a certificate without its key'}.`,
      )
    return config.server_tls_bootstrap
      ? pass(`${configuration(name)} has kubelets ask the cluster for their certificates.`)
      : fail(`${configuration(name)} has kubelets sign their certificates themselves.`)
  },
})

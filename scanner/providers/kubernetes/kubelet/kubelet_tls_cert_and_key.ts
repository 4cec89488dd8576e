import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_tls_cert_and_key',
  title: 'Kubelet serves a certificate that clients can verify',
  description:
    'Reads tlsCertFile, tlsPrivateKeyFile and serverTLSBootstrap in the KubeletConfiguration for new nodes, which determine the serving certificate of a kubelet.',
  risk: 'A kubelet without a certificate creates a self-signed one that clients cannot verify. An attacker between it and the API server can read logs and shells, or impersonate the kubelet.',
  decision:
    'Passes if both files are set, or if serverTLSBootstrap is true, with which the kubelet requests its certificate from the cluster. Fails if neither is true, or if only one of the two files is set. Whether the files exist, whether certificate requests are approved and the settings of single nodes are not visible.',
  fix: inConfiguration(
    'Configure kubelets to request their serving certificates from the cluster, or provide a certificate for each.',
    'Edit the ConfigMap: in data.kubelet set serverTLSBootstrap to true, or set tlsCertFile and tlsPrivateKeyFile to files that exist on every node.',
    'With serverTLSBootstrap, approve the requests of each node immediately, with kubectl certificate approve or a controller that verifies them. Until then, its kubelet does not serve logs, exec or metrics.',
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
        `${configuration(name)} sets tlsCertFile to ${certificate.slice(0, 200)}, and its key.`,
      )
    if (certificate !== null || key !== null)
      return fail(
        `${configuration(name)} sets ${certificate === null ? 'tlsPrivateKeyFile without tlsCertFile' : 'tlsCertFile without tlsPrivateKeyFile'}.`,
      )
    return config.server_tls_bootstrap
      ? pass(
          `${configuration(name)} makes kubelets request their serving certificates from the cluster.`,
        )
      : fail(`${configuration(name)} makes kubelets use self-signed serving certificates.`)
  },
})

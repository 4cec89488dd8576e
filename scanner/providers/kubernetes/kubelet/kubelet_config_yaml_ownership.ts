import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_config_yaml_ownership',
  title: 'Kubelet configuration file is owned by root',
  description:
    'Lists each Linux node, on which the owner of /var/lib/kubelet/config.yaml must be checked. The file configures authentication and authorization of the kubelet.',
  risk: 'The owner of the file can turn off authentication and authorization of the kubelet, and get access to every container of the node.',
  decision:
    'MANUAL for every Linux node, because the owner of a file is visible only on the node. Windows nodes and virtual nodes, such as those of Fargate, give no finding. The path is the kubeadm default. In other clusters, the --config flag of the kubelet shows the path.',
  fix: 'Make root the owner and group of the kubelet’s configuration file.',
  steps: [
    'On the node, check the owner: stat -c %U:%G /var/lib/kubelet/config.yaml.',
    'If it is not root:root, run chown root:root /var/lib/kubelet/config.yaml.',
  ],
  what: 'the owner of the kubelet configuration file',
  command: 'stat -c %U:%G /var/lib/kubelet/config.yaml',
  expected: 'root:root',
})

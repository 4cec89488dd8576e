import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_config_yaml_permissions',
  title: 'Kubelet configuration file has mode 600 or stricter',
  description:
    'Lists each Linux node, on which the mode of /var/lib/kubelet/config.yaml must be checked. The file configures authentication and authorization of the kubelet.',
  risk: 'A node user with write access can open the kubelet to everyone at its next start. A user with read access can find the paths of its keys.',
  decision:
    'MANUAL for every Linux node, because the mode of a file is visible only on the node. The expected mode is 600 or stricter. Windows nodes and virtual nodes, such as those of Fargate, give no finding. The path is the kubeadm default. In other clusters, the --config flag of the kubelet shows the path.',
  fix: 'Allow only root to read and write the kubelet’s configuration file.',
  steps: [
    'On the node, check the mode: stat -c %a /var/lib/kubelet/config.yaml.',
    'If the mode is less strict than 600, run chmod 600 /var/lib/kubelet/config.yaml.',
  ],
  what: 'the mode of the kubelet configuration file',
  command: 'stat -c %a /var/lib/kubelet/config.yaml',
  expected: '600 or stricter',
})

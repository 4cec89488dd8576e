import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_config_yaml_ownership',
  title: 'Configuration file of the kubelet belongs to root',
  description:
    'Names each Linux node, where the owner of /var/lib/kubelet/config.yaml has to be looked up: the file that says whom the kubelet lets in.',
  risk: 'Whoever owns the file can turn off authentication and authorization of the kubelet, and so gets at every container of the node.',
  decision:
    'MANUAL for every Linux node: who owns a file there is seen on the node alone. Windows nodes and virtual ones, such as those of Fargate, get no verdict. The path is that of kubeadm; the flag --config of the kubelet says where others have it.',
  fix: 'Make root and its group the owners of the kubelet’s configuration.',
  steps: [
    'On the node, see who owns it: stat -c %U:%G /var/lib/kubelet/config.yaml.',
    'If it is not root:root, run chown root:root /var/lib/kubelet/config.yaml.',
  ],
  what: 'who owns the configuration of the kubelet',
  command: 'stat -c %U:%G /var/lib/kubelet/config.yaml',
  expected: 'root:root',
})

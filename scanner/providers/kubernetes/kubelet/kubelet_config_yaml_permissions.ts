import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_config_yaml_permissions',
  title: 'Configuration file of the kubelet is writable by root alone',
  description:
    'Names each Linux node, where the mode of /var/lib/kubelet/config.yaml has to be looked up: the file that says whom the kubelet lets in.',
  risk: 'A user of the node who may write the file opens the kubelet for everybody at its next start; one who may read it learns where the keys are.',
  decision:
    'MANUAL for every Linux node, because the mode has to be seen there; 600 or stricter is right. Windows nodes and virtual ones, such as those of Fargate, get no verdict. The path is that of kubeadm; the flag --config of the kubelet says where others have it.',
  fix: 'Let only root read and write the kubelet’s configuration.',
  steps: [
    'On the node, see its mode: stat -c %a /var/lib/kubelet/config.yaml.',
    'If it is more than 600, run chmod 600 /var/lib/kubelet/config.yaml.',
  ],
  what: 'who may read and write the configuration of the kubelet',
  command: 'stat -c %a /var/lib/kubelet/config.yaml',
  expected: '600 or stricter',
})

import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_service_file_ownership_root',
  title: 'Kubelet service files are owned by root',
  description:
    'Lists each Linux node, on which the owners of the systemd files of the kubelet must be checked: its unit and drop-ins, such as 10-kubeadm.conf.',
  risk: 'The commands in these files run as root. The owner of one of them becomes root of the node when the kubelet restarts.',
  decision:
    'MANUAL for every Linux node, because the owners of files are visible only on the node. Windows nodes and virtual nodes, such as those of Fargate, give no finding. If another program than systemd starts the kubelet, check its files instead.',
  fix: 'Make root the owner and group of the kubelet’s unit and drop-ins.',
  steps: [
    'On the node, list the files: systemctl cat kubelet prints the path of each file above its content.',
    'Check the owner of each file with stat -c %U:%G, and run chown root:root for files with another owner.',
  ],
  what: 'the owners of the kubelet service files',
  command: 'stat -c "%U:%G %n" $(systemctl show -p FragmentPath,DropInPaths --value kubelet)',
  expected: 'root:root for each file',
})

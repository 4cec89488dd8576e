import { fileCheck } from './files.ts'

export default fileCheck({
  id: 'kubelet_service_file_permissions',
  title: 'Kubelet service files have mode 600 or stricter',
  description:
    'Lists each Linux node, on which the modes of the systemd files of the kubelet must be checked: its unit and drop-ins, such as 10-kubeadm.conf.',
  risk: 'A node user with write access to one of these files can make systemd run any program as root.',
  decision:
    'MANUAL for every Linux node, because the modes of files are visible only on the node. The expected mode is 600 or stricter. Windows nodes and virtual nodes, such as those of Fargate, give no finding. If another program than systemd starts the kubelet, check its files instead.',
  fix: 'Allow only root to read and write the kubelet’s unit and drop-ins.',
  steps: [
    'On the node, list the files: systemctl cat kubelet prints the path of each file above its content.',
    'Check the mode of each file with stat -c %a, run chmod 600 for files with a less strict mode, then run systemctl daemon-reload.',
  ],
  what: 'the modes of the kubelet service files',
  command: 'stat -c "%a %n" $(systemctl show -p FragmentPath,DropInPaths --value kubelet)',
  expected: '600 or stricter for each file',
})

import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './emr_cluster_master_nodes_no_public_ip.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ primary_host: 'ip-10-0-0-12.ec2.internal' })],
  fail: [cluster({ primary_host: 'ec2-203-0-113-9.eu-west-1.compute.amazonaws.com' })],
  none: [cluster({ primary_host: null })],
  unread: [
    cluster({ primary_host: 'primary.larkspur.example' }),
    cluster({ primary_host: unread('AccessDeniedException') }),
  ],
})

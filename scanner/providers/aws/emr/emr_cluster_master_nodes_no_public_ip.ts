import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

/** Decides by EC2's host names; null for other names. */
function isPublic(host: string): boolean | null {
  if (/^ec2-\d/.test(host)) return true
  return /^ip-\d/.test(host) ? false : null
}

export default check({
  id: 'emr_cluster_master_nodes_no_public_ip',
  title: 'EMR cluster has no public IP address on its primary node',
  description:
    'Reads the DNS name of the primary node of each active cluster, which shows whether its address is public or private.',
  risk: 'The Hadoop and Spark consoles require no password. One permissive security group rule exposes them to the internet.',
  decision:
    'Fails if the DNS name is public (ec2-…). Passes if it is private (ip-…). A cluster without a primary node yet gives no finding, and terminated clusters are not evaluated. Any other name, such as a custom name in the VPC, gives a gap in coverage.',
  fix: {
    text: 'Launch the cluster in a private subnet.',
    console: [
      'Open Amazon EMR, choose Clusters, choose the cluster, and choose Clone.',
      'Under Networking, choose a private subnet, because a cluster cannot be moved.',
      'Configure endpoints or a NAT gateway in the subnet for S3 and other services, and choose Create cluster.',
      'Terminate the old cluster.',
    ],
    cli: 'aws emr create-cluster --name <name> --release-label <release> --applications Name=Spark --instance-type <type> --instance-count 3 --use-default-roles --ec2-attributes SubnetId=<subnet>',
    terraform: `resource "aws_emr_cluster" "nightly" {
  name          = "nightly"
  release_label = "emr-7.5.0"
  service_role  = aws_iam_role.emr.arn

  ec2_attributes {
    subnet_id        = aws_subnet.private.id
    instance_profile = aws_iam_instance_profile.emr.arn
  }

  master_instance_group {
    instance_type = "m5.xlarge"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/emr-controls.html',
  links: ['https://docs.aws.amazon.com/emr/latest/ManagementGuide/emr-clusters-in-a-vpc.html'],
  over: 'clusters',
  needs: ['primary_host'],
  judge: ({ name, primary_host: host }) => {
    if (host === null) return []
    return known(isPublic(host), 'elasticmapreduce:DescribeCluster')
      ? fail(`The primary node of the cluster ${name} has the public address ${host}.`)
      : pass(`The primary node of the cluster ${name} has the private address ${host}.`)
  },
})

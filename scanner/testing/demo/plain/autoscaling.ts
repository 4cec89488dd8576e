/** Auto Scaling groups: the shop's workers, and an old one with a launch configuration. */
import { demoId } from '../facts.ts'

const region = 'eu-central-1'
const arn = (kind: string, name: string) =>
  `arn:aws:autoscaling:${region}:${demoId}:${kind}:7d1f0a64:${kind}Name/${name}`

export const demoAutoscaling = () => ({
  [region]: {
    DescribeAutoScalingGroups: {
      AutoScalingGroups: [
        {
          AutoScalingGroupName: 'shop-workers',
          AutoScalingGroupARN: arn('autoScalingGroup', 'shop-workers'),
          AvailabilityZones: [`${region}a`, `${region}b`],
          HealthCheckType: 'ELB',
          TargetGroupARNs: [
            `arn:aws:elasticloadbalancing:${region}:${demoId}:targetgroup/shop/6d0ecf831eec9f09`,
          ],
          MixedInstancesPolicy: {
            LaunchTemplate: {
              LaunchTemplateSpecification: { LaunchTemplateName: 'shop-worker', Version: '4' },
              Overrides: [{ InstanceType: 'm7g.large' }, { InstanceType: 'm6g.large' }],
            },
            InstancesDistribution: { OnDemandPercentageAboveBaseCapacity: 50 },
          },
          CapacityRebalance: true,
        },
        {
          AutoScalingGroupName: 'render-farm',
          AutoScalingGroupARN: arn('autoScalingGroup', 'render-farm'),
          AvailabilityZones: [`${region}a`],
          HealthCheckType: 'EC2',
          LoadBalancerNames: ['render'],
          TargetGroupARNs: [],
          LaunchConfigurationName: 'render-2018',
        },
      ],
    },
    DescribeLaunchConfigurations: {
      LaunchConfigurations: [
        {
          LaunchConfigurationName: 'render-2018',
          LaunchConfigurationARN: arn('launchConfiguration', 'render-2018'),
          ImageId: 'ami-0c0ffee0c0ffee000',
          InstanceType: 'c5.xlarge',
          AssociatePublicIpAddress: true,
        },
      ],
    },
  },
})

#!/usr/bin/env bash
# A Slurm of four nodes on this machine, each in a process namespace of its own
# so that one can be lost as a machine is; and an sshd on loopback with a key
# that is thrown away. As root. What is asked of them is in jobs.pl.
set -u
B=$(realpath "${B:-build}")
here=$(dirname "$(realpath "$0")")
D=$(mktemp -d /tmp/satchel-slurm-XXXXXX)
nodes=4
port=$((20000 + RANDOM % 20000))

[ "$(id -u)" -eq 0 ] || { echo "make slurm starts daemons: run it as root" >&2; exit 1; }
for tool in munged slurmctld slurmd srun sshd ssh unshare; do
	PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null || {
		echo "$tool is missing: apt-get install slurm-wlm munge openssh-server" >&2
		exit 1
	}
done
export PATH=$PATH:/usr/sbin SLURM_CONF=$D/slurm.conf

started=()
stop() {
	kill -9 "${started[@]}" 2>/dev/null
	wait 2>/dev/null
	rm -rf "$D"
}
trap stop EXIT

mkdir -m 755 "$D/munge" "$D/state" "$D/spool"
chmod 755 "$D"
head -c 1024 /dev/urandom >"$D/munge/key"
chmod 400 "$D/munge/key"
munged --foreground --force --socket="$D/munge/socket" --key-file="$D/munge/key" \
	--pid-file="$D/munge/pid" --log-file="$D/munge/log" \
	--seed-file="$D/munge/seed" >/dev/null 2>&1 &
started+=($!)

{
	cat <<EOF
ClusterName=satchel
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$D/munge/socket
CredType=cred/munge
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool/%n
SlurmctldPidFile=$D/slurmctld.pid
SlurmdPidFile=$D/slurmd.%n.pid
SlurmctldLogFile=$D/slurmctld.log
SlurmdLogFile=$D/slurmd.%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_min_interval=10000
SlurmdTimeout=10
KillWait=2
InactiveLimit=20
ReturnToService=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE
EOF
	for ((i = 1; i <= nodes; i++)); do
		echo "NodeName=n$i NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + i)) CPUs=8"
	done
} >"$SLURM_CONF"

slurmctld -D >/dev/null 2>&1 &
started+=($!)
for ((i = 1; i <= nodes; i++)); do
	mkdir "$D/spool/n$i"
	unshare --fork --kill-child --pid --mount-proc \
		slurmd -D -N "n$i" >/dev/null 2>&1 &
	started+=($!)
	echo $! >"$D/node$i"
done

for ((i = 0; i < 150; i++)); do
	[ "$(sinfo -h -t idle -o %D 2>/dev/null)" = "$nodes" ] && break
	sleep 0.2
done
sinfo
[ "$(sinfo -h -t idle -o %D)" = "$nodes" ] || {
	tail -n 5 "$D"/*.log
	exit 1
}

ssh-keygen -q -t ed25519 -N '' -f "$D/host"
ssh-keygen -q -t ed25519 -N '' -f "$D/key"
mkdir -p /run/sshd
"$(command -v sshd)" -D -f /dev/null -h "$D/host" -o "Port=$((port + 100))" \
	-o ListenAddress=127.0.0.1 -o "AuthorizedKeysFile=$D/key.pub" \
	-o StrictModes=no -o "PidFile=$D/sshd.pid" -o MaxStartups=100 \
	-o UsePAM=no 2>"$D/sshd.log" &
started+=($!)

export D B
SSH="ssh -q -p $((port + 100)) -i $D/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null 127.0.0.1" \
	perl "$here/jobs.pl" "$@"

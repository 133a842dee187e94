#!/usr/bin/env bash
# An OCI image without Docker, as root: Debian 12 by debootstrap, the Debian
# package of "make deb", one layer. oci.sh PACKAGE.deb IMAGE.tar [MIRROR]
set -eu
deb=$(realpath "$1") image=$(realpath -m "$2") mirror=${3-http://deb.debian.org/debian}
version=$(dpkg-deb -f "$deb" Version)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root layout=$work/layout blobs=$work/layout/blobs/sha256

debootstrap --variant=minbase bookworm "$root" "$mirror" >/dev/null
cp "$deb" "$root/tmp/satchel.deb"
chroot "$root" apt-get install -y -qq --no-install-recommends /tmp/satchel.deb >/dev/null
chroot "$root" useradd --create-home --skel /nonexistent --home-dir /data satchel
chroot "$root" apt-get clean
rm -rf "$root"/tmp/* "$root"/var/lib/apt/lists/* "$root"/var/log/*

# put TYPE FILE [MEMBERS]: moves it among the blobs and says how a manifest names it.
put() {
	local sum size
	sum=$(sha256sum "$2" | cut -d' ' -f1) size=$(stat -c %s "$2")
	mv "$2" "$blobs/$sum"
	printf '{"mediaType": "application/vnd.oci.image.%s", "digest": "sha256:%s", "size": %s%s}' \
		"$1" "$sum" "$size" "${3-}"
}

mkdir -p "$blobs"
tar --sort=name --numeric-owner --mtime=@0 -C "$root" -cf "$work/layer" .
diff=$(sha256sum "$work/layer" | cut -d' ' -f1)
gzip -9n "$work/layer"
layer=$(put layer.v1.tar+gzip "$work/layer.gz")
cat >"$work/config" <<EOF
{"architecture": "$(dpkg --print-architecture)", "os": "linux",
 "config": {"User": "satchel", "Env": ["PATH=/usr/bin:/bin", "SATCHEL_DB=/data/satchel.db"],
  "Labels": {"org.opencontainers.image.licenses": "MIT"},
  "Entrypoint": ["/usr/bin/satchel"], "Volumes": {"/data": {}}},
 "rootfs": {"type": "layers", "diff_ids": ["sha256:$diff"]}}
EOF
config=$(put config.v1+json "$work/config")
printf '{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": %s, "layers": [%s]}' \
	"$config" "$layer" >"$work/manifest"
printf '{"schemaVersion": 2, "manifests": [%s]}' \
	"$(put manifest.v1+json "$work/manifest" ", \"annotations\":
	{\"org.opencontainers.image.ref.name\": \"satchel:$version\"}")" >"$layout/index.json"
echo '{"imageLayoutVersion": "1.0.0"}' >"$layout/oci-layout"
tar --sort=name --mtime=@0 --owner=0 --group=0 -C "$layout" -cf "$image" .
echo "$image"

# Packages and what checks them. Makefile includes this file.

#: make dist            build/packages/satchel-VERSION.tar.gz, always the same
#: make deb             a Debian package of what is committed, in build/packages
#: make release         a tarball with programs, libraries and manual that runs on
#:                      Debian 12 and later as it is unpacked, an npm package of
#:                      the same, and SHA256SUMS; to be made on Debian 12
#: make packages        all of these, a .mcpb bundle and server.json, and their
#:                      validators (lintian, mandoc; npm and network)
#: make oci             an OCI image with that Debian package, as root (debootstrap)
#: make channels        what of these is there, tried on bare Debian 12 and 13 and
#:                      by podman, as root (debootstrap)
#: make trixie [T=pool] make demo and make test in a Debian 13, as root
#: PUBLISHER=NAME       who publishes, in the packages' names and addresses
.PHONY: dist deb release packages oci channels trixie
PACKAGE_DIR := $(B)/packages
DIST := $(PACKAGE_DIR)/satchel-$(VERSION).tar.gz
RELEASE := $(PACKAGE_DIR)/satchel-$(VERSION)-linux-$(shell uname -m)
NPM_PACKAGE := $(PACKAGE_DIR)/satchel-mcp-$(VERSION).tgz
# What in packaging/ stands for who and which.
fill = sed 's/@VERSION@/$(VERSION)/g; s/@PUBLISHER@/$(PUBLISHER)/g'
DEB_TOOLS := dpkg-buildpackage:dpkg-dev dh:debhelper g++:build-essential
dist:
	@mkdir -p $(dir $(DIST))
	@git archive --format=tar --prefix=satchel-$(VERSION)/ HEAD | \
		gzip -9n >$(DIST)
	@sha256sum $(DIST)
deb: dist
	@$(call require,$(DEB_TOOLS))
	@rm -rf $(PACKAGE_DIR)/satchel-$(VERSION)
	@tar -xzf $(DIST) -C $(PACKAGE_DIR)
	@cd $(PACKAGE_DIR)/satchel-$(VERSION) && mv packaging/debian . && \
		$(fill) packaging/debian.control >debian/control && \
		printf 'satchel (%s) unstable; urgency=medium\n\n  * %s\n\n -- %s  %s\n' \
		'$(VERSION)' 'As of the source.' \
		"$$(sed -n 's/^Maintainer: //p' debian/control)" \
		"$$(git -C $(CURDIR) log -1 --format=%cD)" >debian/changelog && \
		dpkg-buildpackage -us -uc -b
# Programs that find their libraries from where they lie themselves.
RELEASE_RPATH := \$$\$$ORIGIN/../lib/satchel:\$$\$$ORIGIN/../../lib/satchel
release: deps dist
	@$(call require,npm strip:binutils)
	@rm -rf $(RELEASE)
	@$(submake) B=$(B)/release PREFIX= DESTDIR=$(abspath $(RELEASE)) \
		MSC_PROGRAM=../../../bin/fzn-satchel MSC_LIBRARY=../satchel \
		LDFLAGS="-Wl,--disable-new-dtags,-rpath,'$(RELEASE_RPATH)'" \
		install
	@packaging/release.sh $(RELEASE)
	@rm -rf $(RELEASE)-npm && cp -r $(RELEASE) $(RELEASE)-npm
	@$(fill) packaging/npm.json >$(RELEASE)-npm/package.json
	@cd $(PACKAGE_DIR) && npm pack --silent ./$(notdir $(RELEASE))-npm
	@cd $(PACKAGE_DIR) && sha256sum $(notdir $(DIST) $(RELEASE).tar.gz \
		$(NPM_PACKAGE)) | tee SHA256SUMS
oci: deb
	@$(call require,debootstrap)
	@packaging/oci.sh $(PACKAGE_DIR)/satchel_$(VERSION)_*.deb \
		$(PACKAGE_DIR)/satchel-$(VERSION).oci.tar
packages: all docs deb release
	@B=$(B) PUBLISHER=$(PUBLISHER) packaging/check-packages.sh $(VERSION)
channels:
	@$(call require,debootstrap)
	@packaging/channels.sh $(B)/roots $(PACKAGE_DIR) $(VERSION)
trixie:
	@$(call require,debootstrap)
	@packaging/trixie.sh $(B)/roots/trixie $(T)

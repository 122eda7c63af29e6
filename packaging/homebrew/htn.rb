# Not tested with Homebrew. The tool, the libraries and the packages for pkg-config and CMake.
class Htn < Formula
  desc "Plans with hierarchical task networks, for games"
  homepage "ADDRESS-OF-THE-SOURCES"
  url "ADDRESS-OF-THE-SOURCES/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "CHECKSUM-OF-THE-RELEASE"
  license "MIT"

  depends_on "bison" => :build
  depends_on "flex" => :build
  depends_on "pkgconf" => :build
  depends_on "uthash" => :build
  depends_on "cjson"
  depends_on "ncurses"
  depends_on "utf8proc"

  def install
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    (testpath/"live.htn").write <<~HTN
      Compound Task [Live]
          Method [true] Subtasks [Rest()]
      Primitive Task [Rest]
          Operator [Rest]
    HTN
    assert_match "Rest", shell_output("#{bin}/htn plan live.htn")
  end
end

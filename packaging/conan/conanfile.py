# Not tested with Conan. For Conan 2: the runtime, and htn_add_domain() for CMake. The tool `htn` runs on the machine that builds: set
# HTN_TOOL, or have it in PATH (docs/building.md).
from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy
import os


class HtnConan(ConanFile):
    name = "htn"
    version = "0.1.0"
    license = "MIT"
    description = "plans with hierarchical task networks, for games"
    topics = ("ai", "games", "planning", "htn")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "packaging/cmake/*", "runtime/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeToolchain(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["htn"]
        # The package's own htn-config.cmake, which has htn_add_domain(); CMakeDeps writes none.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "htn")]
        self.cpp_info.set_property("pkg_config_name", "htn")
        if self.options.shared and self.settings.os == "Windows":
            self.cpp_info.defines = ["HTN_USES_DLL"]
